import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { caseCauses, cases, departments } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { CaseDueMark, CaseSeverityMark, CaseStateMark, OverdueMark } from '../../ui/domain/marks.tsx';
import { useAnswererName } from '../../ui/domain/answers/use-answerer-name.ts';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { searchOfView, viewOf, VIEWS } from './case-views.ts';

export function CasesPage() {
  const { t } = useTranslation('cases');
  const search = useSearch({ from: '/shell/cases/index' });
  const navigate = useNavigate();
  const caseName = useAnswererName();
  const mayChange = useMay()('departments.update');
  const list = useQuery({
    ...ask(cases.listCases, { query: search }, { topics: ['cases'], failureIsShown: true }),
    placeholderData: keepPreviousData,
  });

  const view = viewOf(search);
  const emptyView =
    view === 'open'
      ? { title: t('empty_title'), text: t('empty_text') }
      : { title: t(`view_empty.${view}.title`), text: t(`view_empty.${view}.text`) };

  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          <ButtonLink to="/cases/by_cause" variant="default">
            {t('by_cause.link')}
          </ButtonLink>
          {mayChange && (
            <ButtonLink to="/cases/causes" variant="default">
              {t('causes.link')}
            </ButtonLink>
          )}
        </>
      }
    >
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        before={
          <SegmentedControl
            aria-label={t('view.label')}
            size="sm"
            value={view}
            onChange={(chosen) =>
              void navigate({
                from: '/cases/index',
                to: '/cases/index',
                search: ({ term, department_id, severity, cause_id, per_page }) => ({
                  term,
                  department_id,
                  severity,
                  cause_id,
                  per_page,
                  ...searchOfView(chosen),
                }),
                // The saved view in use stays that, to be compared with.
                state: (old) => ({ view: old.view }),
              })
            }
            data={VIEWS.map((one) => ({ value: one, label: t(`view.${one}`) }))}
          />
        }
        filters={useCaseFilters(list.data?.data ?? [], view === 'closed' ? emptyView : undefined)}
        columns={useCaseColumns()}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/cases/$id', params: { id: String(row.id) } })}
        isStrong={(row) => row.state === 'new' || row.state === 'reopened'}
        card={(row) => (
          <RowCard
            title={<CaseLink row={row} />}
            aside={<RelativeTime at={row.created_at} />}
            lines={[row.question, [caseName(row), row.location, row.department_title].filter(Boolean).join(' · ')]}
            marks={
              <>
                <CaseStateMark state={row.state} />
                {row.severity !== 'normal' && <CaseSeverityMark severity={row.severity} />}
                <OverdueMark record={row} />
                {row.claimed_by_name && <span className="wv-quiet">{row.claimed_by_name}</span>}
              </>
            }
          />
        )}
        empty={emptyView}
        csv={{ address: csvAddressOf(cases.listCases, search), name: t('title') }}
      />
    </Page>
  );
}

const CaseLink = ({ row }: { row: cases.CaseSummary }) => (
  <AnchorLink to="/cases/$id" params={{ id: String(row.id) }} c="inherit">
    {row.answer}
  </AnchorLink>
);

/** Offers all departments to people who may list them, and to others those of the page. `none`: said when no case has the chosen state. */
function useCaseFilters(rows: readonly cases.CaseSummary[], none: Filter['none']): Filter[] {
  const { t } = useTranslation(['cases', 'terms']);
  const mayList = useMay()('departments.list');
  const { data: known } = useQuery({
    ...ask(departments.listDepartments, { query: { paginate: '0' } }),
    enabled: mayList,
  });
  const titles = new Map(rows.map((row) => [String(row.department_id), row.department_title]));
  for (const { id, title } of known?.data ?? []) titles.set(String(id), title);
  const options = [...titles].flatMap(([value, label]) => (label ? [{ value, label }] : []));
  const { data: causes } = useQuery(ask(caseCauses.listCaseCauses, {}));
  return [
    {
      id: 'state',
      kind: 'choice',
      label: t('filter.state'),
      options: cases.CASE_STATES.map((state) => ({ value: state, label: t(`terms:case_state.${state}`) })),
      none,
    },
    {
      id: 'severity',
      kind: 'choice',
      label: t('filter.severity'),
      options: cases.CASE_SEVERITIES.map((severity) => ({
        value: severity,
        label: t(`terms:case_severity.${severity}`),
      })),
    },
    ...(causes && causes.data.length > 0
      ? [
          {
            id: 'cause_id',
            kind: 'choice' as const,
            label: t('filter.cause_id'),
            options: causes.data.map(({ id, title }) => ({ value: String(id), label: title })),
          },
        ]
      : []),
    ...(options.length > 0
      ? [{ id: 'department_id', kind: 'choice' as const, label: t('filter.department_id'), options }]
      : []),
  ];
}

function useCaseColumns(): Column<cases.CaseSummary>[] {
  const { t } = useTranslation(['cases', 'terms']);
  const caseName = useAnswererName();
  return [
    {
      id: 'answer',
      title: t('column.answer'),
      render: (row) => (
        <>
          <CaseLink row={row} /> <span className="wv-quiet">{row.question}</span>
        </>
      ),
    },
    {
      id: 'state',
      title: t('column.state'),
      width: 108,
      fits: cases.CASE_STATES.map((state) => t(`terms:case_state.${state}`)),
      render: (row) => <CaseStateMark state={row.state} />,
    },
    {
      id: 'severity',
      title: t('column.severity'),
      width: 108,
      from: 'wide',
      render: (row) => row.severity !== 'normal' && <CaseSeverityMark severity={row.severity} />,
    },
    { id: 'patient', title: t('column.patient'), width: 150, render: caseName },
    { id: 'ward', title: t('column.ward'), width: 72, from: 'wide', render: (row) => row.location },
    {
      id: 'department',
      title: t('column.department'),
      width: 116,
      from: 'widest',
      render: (row) => row.department_title,
    },
    {
      id: 'owner',
      title: t('column.owner'),
      width: 124,
      render: (row) => row.claimed_by_name ?? <span className="wv-quiet">{t('nobody')}</span>,
    },
    {
      id: 'due',
      title: t('column.due'),
      width: 140,
      align: 'end',
      sort: 'due_at',
      render: (row) => <CaseDueMark record={row} />,
    },
    {
      id: 'next',
      title: t('column.next'),
      width: 110,
      align: 'end',
      from: 'widest',
      render: (row) => row.next_level_at && <RelativeTime at={row.next_level_at} />,
    },
    {
      id: 'opened',
      title: t('column.opened'),
      width: 124,
      align: 'end',
      sort: 'created_at',
      render: (row) => <RelativeTime at={row.created_at} />,
    },
  ];
}
