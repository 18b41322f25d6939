import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { privacy } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { List } from '../../ui/domain/list-page.tsx';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';
import type { Column } from '../../ui/kit/data-table.tsx';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';

type Row = privacy.LegalHold;

export function LegalHoldsPage() {
  const { t } = useTranslation('privacy');
  const search = useSearch({ from: '/shell/legal-holds/index' });
  const list = useQuery({
    ...ask(privacy.listLegalHolds, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Row>[] = [
    { id: 'patient', title: t('holds.patient'), width: 240, render: (row) => <PatientLink row={row} /> },
    { id: 'reason', title: t('holds.reason'), render: (row) => row.reason },
    { id: 'state', title: t('holds.state'), width: 280, from: 'medium', render: (row) => <State row={row} /> },
    {
      id: 'since',
      title: t('holds.since'),
      width: 130,
      align: 'end',
      render: (row) => <RelativeTime at={row.held_at} />,
    },
  ];
  const empty = { title: t('holds.empty_title'), text: t('holds.empty_text') };
  return (
    <Page title={t('holds.title')} lead={t('holds.lead')}>
      <List
        caption={t('holds.title')}
        query={list}
        search={search}
        filters={[{ id: 'standing', kind: 'flag', label: t('holds.standing'), none: empty }]}
        columns={columns}
        rowKey={(row) => row.id}
        card={(row) => (
          <RowCard
            title={<PatientLink row={row} />}
            aside={<RelativeTime at={row.held_at} />}
            lines={[row.reason]}
            marks={<State row={row} />}
          />
        )}
        empty={empty}
      />
    </Page>
  );
}

function PatientLink({ row }: { row: Row }) {
  const { t } = useTranslation('privacy');
  const name = [row.family_name, row.given_name].filter(Boolean).join(', ');
  return (
    <AnchorLink to="/patients/$id" params={{ id: String(row.patient_id) }} c="inherit">
      {name || t('holds.nameless', { id: row.patient_id })}
    </AnchorLink>
  );
}

function State({ row }: { row: Row }) {
  const { t } = useTranslation('privacy');
  if (row.released_at === null)
    return <StatusBadge badge={{ hue: 'warn', icon: IconLock }}>{t('holds.stands')}</StatusBadge>;
  return (
    <StatusBadge badge={{ hue: 'quiet', icon: IconLockOpen }}>
      {t('holds.released', { name: row.released_by_name ?? t('holds.somebody'), reason: row.release_reason ?? '' })}
    </StatusBadge>
  );
}
