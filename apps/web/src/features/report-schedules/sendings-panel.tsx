import { NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PER_PAGE, reportPacks } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { DataTable, type Column } from '../../ui/kit/data-table.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { Pager } from '../../ui/kit/pager.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { CardList, RowCard } from '../../ui/kit/row-card.tsx';
import { EmptyState, FailedState } from '../../ui/kit/state-panels.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { SendingStateMark } from './schedule-marks.tsx';

type Row = reportPacks.ReportSending;

/** Lists to whom the report was sent, and why it was not. */
export function SendingsPanel({ id }: { id: number }) {
  const { t } = useTranslation('report_schedules');
  const [state, setState] = useState<reportPacks.SendingState | undefined>();
  const [page, setPage] = useState(1);
  const [per_page, setPerPage] = useState(DEFAULT_PER_PAGE);
  const list = useQuery({
    ...ask(
      reportPacks.listReportSendings,
      { params: { id }, query: { page, per_page, ...(state ? { state } : {}) } },
      { failureIsShown: true, topics: ['report_schedules'] },
    ),
    placeholderData: keepPreviousData,
  });
  const choose = (value: string) => {
    setState(reportPacks.SENDING_STATES.find((one) => one === value));
    setPage(1);
  };
  return (
    <Panel
      title={t('log.title')}
      flush
      actions={
        <NativeSelect
          size="xs"
          aria-label={t('log.state')}
          value={state ?? ''}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            { value: '', label: t('log.all') },
            ...reportPacks.SENDING_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
        />
      }
    >
      {list.isError && !list.data ? (
        <FailedState error={asApiError(list.error)} onRetry={() => void list.refetch()} />
      ) : list.data?.data.length === 0 ? (
        <EmptyState
          title={t(state ? 'log.none_title' : 'log.empty_title')}
          text={t(state ? 'log.none_text' : 'log.empty_text')}
        />
      ) : (
        <Sendings rows={list.data?.data} />
      )}
      {list.data && list.data.last_page > 1 && <Pager list={list.data} onPage={setPage} onPageSize={setPerPage} />}
    </Panel>
  );
}

function Sendings({ rows }: { rows: readonly Row[] | undefined }) {
  const { t } = useTranslation('report_schedules');
  const { plainDate } = useFormats();
  const isPhone = useMediaQuery('(width < 640px)', false, { getInitialValueInEffect: false });
  const nameOf = ({ name }: Row) => <bdi>{name ?? t('log.deleted')}</bdi>;
  const daysOf = ({ from, to }: Row) => `${plainDate(from)} – ${plainDate(to)}`;
  const reasonOf = ({ reason, last_error, asked_by }: Row) =>
    [
      reason && t(`reason.${reason}`),
      last_error && inOwnWords(last_error),
      asked_by && t('log.asked_by', { name: asked_by }),
    ]
      .filter((part) => typeof part === 'string')
      .join(' · ');
  if (isPhone)
    return (
      <CardList
        label={t('log.title')}
        rows={rows}
        rowKey={(row) => row.id}
        card={(row) => (
          <RowCard
            title={nameOf(row)}
            aside={<RelativeTime at={row.sent_at ?? row.created_at} />}
            lines={[daysOf(row), reasonOf(row)]}
            marks={<SendingStateMark state={row.state} />}
          />
        )}
      />
    );
  const columns: Column<Row>[] = [
    { id: 'name', title: t('log.person'), width: 170, render: nameOf },
    { id: 'days', title: t('log.days'), width: 210, render: daysOf },
    { id: 'state', title: t('log.state'), width: 130, render: (row) => <SendingStateMark state={row.state} /> },
    { id: 'reason', title: t('log.reason'), render: reasonOf },
    {
      id: 'at',
      title: t('log.at'),
      width: 120,
      align: 'end',
      render: (row) => <RelativeTime at={row.sent_at ?? row.created_at} />,
    },
  ];
  return <DataTable caption={t('log.title')} columns={columns} rows={rows} rowKey={(row) => row.id} skeletonRows={3} />;
}
