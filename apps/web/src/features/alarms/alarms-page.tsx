import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconUserCheck } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { alarms } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';

type Row = alarms.Alarm;

export function AlarmsPage() {
  const { t } = useTranslation('alarms');
  const search = useSearch({ from: '/shell/alarms/index' });
  const list = useQuery({
    ...ask(alarms.listAlarms, { query: search }, { topics: ['alarms'], failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const what = useWhat();
  const columns: Column<Row>[] = [
    { id: 'what', title: t('column.what'), render: (row) => what(row) },
    {
      id: 'application',
      title: t('column.application'),
      width: 180,
      from: 'wide',
      render: (row) => <Place row={row} />,
    },
    { id: 'state', title: t('column.state'), width: 240, render: (row) => <State row={row} /> },
    { id: 'opened', title: t('column.opened'), width: 124, render: (row) => <RelativeTime at={row.opened_at} /> },
    { id: 'acknowledge', title: '', width: 140, align: 'end', render: (row) => <Acknowledge row={row} /> },
  ];
  return (
    <Page title={t('title')} lead={t('lead')}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        filters={[
          {
            id: 'open',
            kind: 'flag',
            label: t('filter.open'),
            none: { title: t('none_open_title'), text: t('none_open_text') },
          },
        ]}
        columns={columns}
        rowKey={(row) => row.id}
        isStrong={(row) => row.closed_at === null && row.acknowledged_at === null}
        card={(row) => (
          <RowCard
            title={what(row)}
            aside={<RelativeTime at={row.opened_at} />}
            lines={[<Place key="place" row={row} />, <Acknowledge key="acknowledge" row={row} />]}
            marks={<State row={row} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
      />
    </Page>
  );
}

/** The problem in a few words, with its figures. */
function useWhat(): (row: Row) => string {
  const { t } = useTranslation('alarms');
  const { word } = useTerms();
  return ({ kind, details }) =>
    t(`what.${kind}`, { ...details, channel: word('channel', String(details['channel'] ?? '')) });
}

function Place({ row }: { row: Row }) {
  const { t } = useTranslation('alarms');
  return <>{row.application_title ?? t('whole_system')}</>;
}

function State({ row }: { row: Row }) {
  const { t } = useTranslation('alarms');
  if (row.closed_at !== null)
    return <StatusBadge badge={{ hue: 'quiet', icon: IconCircleCheck }}>{t('state.closed')}</StatusBadge>;
  if (row.acknowledged_at !== null)
    return (
      <StatusBadge badge={{ hue: 'info', icon: IconUserCheck }}>
        {t('state.acknowledged', { name: row.acknowledged_by_name ?? '' })}
      </StatusBadge>
    );
  return <StatusBadge badge={{ hue: 'warn', icon: IconAlertTriangle }}>{t('state.open')}</StatusBadge>;
}

function Acknowledge({ row }: { row: Row }) {
  const { t } = useTranslation('alarms');
  const may = useMay();
  const invalidate = useInvalidate();
  const acknowledge = useMutation({
    mutationFn: () => call(alarms.updateAlarm, { params: { id: row.id }, body: { alarm: { acknowledged: true } } }),
    onSuccess: () => {
      noticeSuccess(t('acknowledged'));
      void invalidate('alarms');
    },
  });
  if (row.closed_at !== null || row.acknowledged_at !== null || !may('alarms.update')) return null;
  return (
    <Button size="compact-sm" variant="light" loading={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
      {t('acknowledge')}
    </Button>
  );
}
