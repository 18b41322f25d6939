import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pathways } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { List } from '../../ui/domain/list-page.tsx';
import type { Column } from '../../ui/kit/data-table.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { PathwayState } from './pathway-state.tsx';

type Row = pathways.PathwaySummary;

/** All pathways of the hospital. */
export function PathwaysPage() {
  const { t } = useTranslation('pathways');
  const { number } = useFormats();
  const may = useMay();
  const search = useSearch({ from: '/shell/pathways/index' });
  const navigate = useNavigate();
  const list = useQuery({
    ...ask(pathways.listPathways, { query: search }, { failureIsShown: true, topics: ['pathways'] }),
    placeholderData: keepPreviousData,
  });
  const create = may('surveys.update') && <ButtonLink to="/pathways/create">{t('create')}</ButtonLink>;
  const people = may('messages.list') && (
    <ButtonLink variant="default" to="/pathways/people">
      {t('people.title')}
    </ButtonLink>
  );
  const days = (row: Row) => t('days', { days: row.days.map((day) => number(day)).join(' · ') });
  const columns: Column<Row>[] = [
    { id: 'title', title: t('column.title'), sort: 'title', render: (row) => <PathwayLink row={row} /> },
    { id: 'days', title: t('column.days'), from: 'medium', render: days },
    { id: 'state', title: t('column.state'), width: 140, render: (row) => <PathwayState pathway={row} /> },
    {
      id: 'active',
      title: t('column.active'),
      sort: 'active_people',
      width: 120,
      align: 'end',
      render: (row) => number(row.active_people),
    },
    {
      id: 'completed',
      title: t('column.completed'),
      width: 110,
      align: 'end',
      from: 'medium',
      render: (row) => number(row.completed_people),
    },
    {
      id: 'ended',
      title: t('column.ended'),
      width: 110,
      align: 'end',
      from: 'medium',
      render: (row) => number(row.ended_people),
    },
  ];
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          {people}
          {create}
        </>
      }
    >
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/pathways/$id', params: { id: String(row.id) } })}
        card={(row) => (
          <RowCard
            title={<PathwayLink row={row} />}
            lines={[days(row), t('in_it', { number: number(row.active_people) })]}
            marks={<PathwayState pathway={row} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
      />
    </Page>
  );
}

const PathwayLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/pathways/$id" params={{ id: String(row.id) }} c="inherit">
    <bdi>{row.title}</bdi>
  </AnchorLink>
);
