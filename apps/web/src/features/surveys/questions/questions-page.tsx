import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { feedback, questions } from '@wardvoice/contract';
import { csvAddressOf } from '../../../api/address.ts';
import { ask } from '../../../api/ask.ts';
import { useMay } from '../../../api/session.ts';
import type { Column } from '../../../ui/kit/data-table.tsx';
import { AnchorLink, ButtonLink } from '../../../ui/kit/links.tsx';
import { List } from '../../../ui/domain/list-page.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { RowCard } from '../../../ui/kit/row-card.tsx';

type Row = questions.Question;

/** The older way in: questions of all surveys. */
export function QuestionsPage() {
  const { t } = useTranslation('surveys');
  const search = useSearch({ from: '/shell/questions/index' });
  const navigate = useNavigate();
  const may = useMay();
  const list = useQuery({
    ...ask(questions.listQuestions, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const create = may('surveys.update') && <ButtonLink to="/questions/create">{t('questions.add')}</ButtonLink>;
  const mayView = may('surveys.view');
  const titleOf = (row: Row) => (mayView ? <QuestionLink row={row} /> : row.title);
  const categoryOf = (row: Row) =>
    row.category?.title ?? <span className="wv-quiet">{t('questions.no_category')}</span>;
  const columns: Column<Row>[] = [
    { id: 'title', title: t('questions.column.title'), sort: 'title', render: titleOf },
    { id: 'survey', title: t('questions.column.survey'), render: (row) => row.survey_title },
    {
      id: 'type',
      title: t('questions.column.type'),
      width: 190,
      from: 'medium',
      render: (row) => t(`type.${row.type_of}`),
    },
    { id: 'category', title: t('questions.column.category'), width: 150, from: 'wide', render: categoryOf },
  ];
  return (
    <Page title={t('questions.all_title')} lead={t('questions.all_lead')} actions={create}>
      <List
        caption={t('questions.all_title')}
        query={list}
        search={search}
        searchHint={t('questions.search_hint')}
        filters={[
          {
            id: 'type_of',
            kind: 'choice',
            label: t('questions.type'),
            options: feedback.QUESTION_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) })),
          },
        ]}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={mayView ? (row) => void navigate({ to: '/questions/$id', params: { id: String(row.id) } }) : undefined}
        card={(row) => <RowCard title={titleOf(row)} lines={[row.survey_title, t(`type.${row.type_of}`)]} />}
        empty={{ title: t('questions.empty_title'), text: t('questions.empty_text'), action: create }}
        csv={{ address: csvAddressOf(questions.listQuestions, search), name: t('questions.all_title') }}
      />
    </Page>
  );
}

const QuestionLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/questions/$id" params={{ id: String(row.id) }} c="inherit">
    {row.title}
  </AnchorLink>
);
