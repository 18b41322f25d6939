import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pathways } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { List } from '../../ui/domain/list-page.tsx';
import { EnrolmentState } from '../../ui/domain/pathways/enrolment-state.tsx';
import { EnrolmentDots } from '../../ui/domain/pathways/enrolment-dots.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';

type Row = pathways.Enrolment;

/** Who is in a pathway, and how far they have come. */
export function PeoplePage() {
  const { t } = useTranslation('pathways');
  const search = useSearch({ from: '/shell/pathways/people' });
  const navigate = useNavigate();
  const list = useQuery({
    ...ask(
      pathways.listEnrolments,
      { query: search },
      { failureIsShown: true, topics: ['pathways', 'deliveries', 'feedback'] },
    ),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Row>[] = [
    { id: 'who', title: t('people.who'), width: 190, render: (row) => <PersonLink row={row} /> },
    { id: 'pathway', title: t('people.pathway'), from: 'medium', render: (row) => <bdi>{row.pathway_title}</bdi> },
    { id: 'steps', title: t('people.steps'), render: (row) => <EnrolmentDots enrolment={row} /> },
    { id: 'state', title: t('column.state'), width: 150, render: (row) => <EnrolmentState enrolment={row} /> },
    { id: 'ward', title: t('people.ward'), width: 90, from: 'wide', render: (row) => row.location },
    {
      id: 'started',
      title: t('people.started'),
      sort: 'started_at',
      width: 130,
      align: 'end',
      from: 'medium',
      render: (row) => <RelativeTime at={row.started_at} />,
    },
    {
      id: 'next',
      title: t('people.next'),
      sort: 'next_due_at',
      width: 130,
      align: 'end',
      render: (row) => (row.next_due_at ? <RelativeTime at={row.next_due_at} /> : '–'),
    },
  ];
  return (
    <Page title={t('people.title')} path={[{ label: t('title'), to: '/pathways/index' }]} lead={t('people.lead')}>
      <List
        caption={t('people.title')}
        query={list}
        search={search}
        searchHint={t('people.search_hint')}
        filters={useFilters()}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/patients/$id', params: { id: String(row.patient_id) } })}
        card={(row) => (
          <RowCard
            title={<PersonLink row={row} />}
            aside={<RelativeTime at={row.next_due_at ?? row.started_at} />}
            lines={[<bdi key="pathway">{row.pathway_title}</bdi>, <EnrolmentDots key="steps" enrolment={row} />]}
            marks={<EnrolmentState enrolment={row} />}
          />
        )}
        empty={{ title: t('people.empty_title'), text: t('people.empty_text') }}
        csv={{ address: csvAddressOf(pathways.listEnrolments, search), name: t('people.title') }}
      />
    </Page>
  );
}

function useFilters(): Filter[] {
  const { t } = useTranslation(['pathways', 'common']);
  const mayPlan = useMay()('surveys.view');
  const { data: all } = useQuery({ ...ask(pathways.listPathways, { query: { paginate: '0' } }), enabled: mayPlan });
  return [
    {
      id: 'pathway_id',
      kind: 'choice',
      label: t('people.pathway'),
      options: (all?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
    },
    {
      id: 'state',
      kind: 'choice',
      label: t('column.state'),
      options: pathways.ENROLMENT_STATES.map((state) => ({ value: state, label: t(`common:pathways.state.${state}`) })),
    },
  ];
}

function PersonLink({ row }: { row: Row }) {
  const { patientName } = useTerms();
  return (
    <AnchorLink to="/patients/$id" params={{ id: String(row.patient_id) }} c="inherit">
      <bdi>{patientName(row)}</bdi>
    </AnchorLink>
  );
}
