import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { surveys } from '@wardvoice/contract';
import { csvAddressOf } from '../../../api/address.ts';
import { ask } from '../../../api/ask.ts';
import { useMay } from '../../../api/session.ts';
import type { Column } from '../../../ui/kit/data-table.tsx';
import { AnchorLink, ButtonLink } from '../../../ui/kit/links.tsx';
import { List } from '../../../ui/domain/list-page.tsx';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { RowCard } from '../../../ui/kit/row-card.tsx';
import { SurveyViews } from '../../../ui/domain/surveys/survey-views.tsx';
import { useTerms } from '../../../ui/domain/terms.ts';
import { ActiveMark } from './active-mark.tsx';
import { listed } from '../../../ui/kit/formats.ts';

type Row = surveys.SurveySummary;

export function SurveysPage() {
  const { t } = useTranslation('surveys');
  const { languageName } = useTerms();
  const search = useSearch({ from: '/shell/surveys/index' });
  const navigate = useNavigate();
  const may = useMay();
  const list = useQuery({
    ...ask(surveys.listSurveys, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const create = may('surveys.create') && <ButtonLink to="/surveys/create">{t('create')}</ButtonLink>;
  const mayView = may('surveys.view');
  const titleOf = (row: Row) => (mayView ? <SurveyLink row={row} /> : row.title);
  const lastAnswer = (row: Row) =>
    row.last_answered_at ? (
      <RelativeTime at={row.last_answered_at} />
    ) : (
      <span className="wv-quiet">{t('never_answered')}</span>
    );
  const columns: Column<Row>[] = [
    { id: 'title', title: t('column.title'), sort: 'title', render: titleOf },
    { id: 'state', title: t('column.state'), width: 130, render: (row) => <ActiveMark active={row.active} /> },
    {
      id: 'languages',
      title: t('column.languages'),
      from: 'medium',
      render: (row) => listed(row.languages.map(languageName)),
    },
    {
      id: 'questions',
      title: t('column.questions'),
      width: 110,
      align: 'end',
      from: 'medium',
      render: (row) => row.questions_count,
    },
    { id: 'last', title: t('column.last_answered'), width: 150, from: 'wide', render: lastAnswer },
  ];

  return (
    <Page title={t('title')} lead={t('lead')} actions={create}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        before={<SurveyViews view="list" />}
        filters={[
          {
            id: 'active',
            kind: 'choice',
            label: t('filter.active'),
            options: [
              { value: '1', label: t('active') },
              { value: '0', label: t('inactive') },
            ],
          },
        ]}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={mayView ? (row) => void navigate({ to: '/surveys/$id', params: { id: String(row.id) } }) : undefined}
        card={(row) => (
          <RowCard
            title={titleOf(row)}
            lines={[
              `${t('questions_count', { count: row.questions_count })} · ${listed(row.languages.map(languageName))}`,
              lastAnswer(row),
            ]}
            marks={<ActiveMark active={row.active} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
        csv={{ address: csvAddressOf(surveys.listSurveys, search), name: t('title') }}
      />
    </Page>
  );
}

const SurveyLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/surveys/$id" params={{ id: String(row.id) }} c="inherit">
    {row.title}
  </AnchorLink>
);
