import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { feedbackRecords, SURVEY_LANGUAGES } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { UnreadDot } from '../../ui/domain/unread-dot.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { useAnswererName } from '../../ui/domain/answers/use-answerer-name.ts';
import { FeedbackMarks } from './feedback-marks.tsx';
import classes from './feedback.module.css';
import { FoundComment } from './found-comment.tsx';

type Row = feedbackRecords.FeedbackRecord;

/** Lists every answered survey, those that nobody has read first. */
export function FeedbackListPage() {
  const { t } = useTranslation('feedback');
  const search = useSearch({ from: '/shell/feedback/records' });
  const navigate = useNavigate();
  const list = useQuery({
    ...ask(feedbackRecords.listFeedback, { query: search }, { topics: ['feedback', 'cases'], failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={t('title')} lead={t('lead')}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={useFilters()}
        columns={useColumns()}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/feedback/records/$id', params: { id: String(row.id) } })}
        isStrong={(row) => row.read_at === null}
        card={(row) => (
          <RowCard
            title={<FeedbackLink row={row} />}
            aside={<RelativeTime at={row.submitted_at} />}
            lines={[
              row.comment === null ? (
                t('no_comment')
              ) : (
                <FoundComment key="comment" comment={row.comment} found={row.found} />
              ),
              [row.survey_title, row.location].filter(Boolean).join(' · '),
            ]}
            marks={<FeedbackMarks record={row} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
        csv={{ address: csvAddressOf(feedbackRecords.listFeedback, search), name: t('title') }}
      />
    </Page>
  );
}

function useFilters(): Filter[] {
  const { t } = useTranslation('feedback');
  const { languageName } = useTerms();
  const { data } = useQuery(ask(feedbackRecords.listFeedbackChoices, {}));
  const { surveys = [], departments = [], wards = [], people = [], tags = [] } = data?.data ?? {};
  const plain = (value: string) => ({ value, label: value });
  const titled = ({ id, title }: { id: number; title: string }) => ({ value: String(id), label: title });
  return [
    {
      id: 'unread',
      kind: 'flag',
      label: t('filter.unread'),
      none: { title: t('all_read_title'), text: t('all_read_text') },
    },
    {
      id: 'waiting',
      kind: 'flag',
      label: t('filter.waiting'),
      none: { title: t('none_waiting_title'), text: t('none_waiting_text') },
    },
    { id: 'has_comment', kind: 'flag', label: t('filter.has_comment') },
    {
      id: 'assigned_to',
      kind: 'choice',
      label: t('filter.assigned_to'),
      options: [
        { value: 'me', label: t('me') },
        { value: 'nobody', label: t('nobody') },
        ...people.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
    },
    { id: 'tag', kind: 'choice', label: t('filter.tag'), options: tags.map(plain) },
    {
      id: 'location',
      kind: 'choice',
      label: t('filter.location'),
      options: wards.map(plain),
    },
    { id: 'survey_id', kind: 'choice', label: t('filter.survey_id'), options: surveys.map(titled) },
    { id: 'department_id', kind: 'choice', label: t('filter.department_id'), options: departments.map(titled) },
    { id: 'max_score', kind: 'text', label: t('filter.max_score') },
    {
      id: 'language',
      kind: 'choice',
      label: t('filter.language'),
      options: SURVEY_LANGUAGES.map((code) => ({ value: code, label: languageName(code) })),
    },
    { id: 'from', kind: 'date', label: t('filter.from') },
    { id: 'to', kind: 'date', label: t('filter.to') },
  ];
}

function FeedbackLink({ row }: { row: Row }) {
  const { t } = useTranslation('feedback');
  const name = useAnswererName();
  return (
    <bdi>
      {row.read_at === null && <UnreadDot label={t('unread')} />}
      <AnchorLink to="/feedback/records/$id" params={{ id: String(row.id) }} c="inherit">
        {name(row)}
      </AnchorLink>
    </bdi>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation('feedback');
  const { number } = useFormats();
  return [
    { id: 'who', title: t('column.who'), width: 176, render: (row) => <FeedbackLink row={row} /> },
    {
      id: 'comment',
      title: t('column.comment'),
      render: (row) =>
        row.comment === null ? (
          <span className="wv-quiet">{t('no_comment')}</span>
        ) : (
          <span className={classes.excerpt} dir="auto">
            <FoundComment comment={row.comment} found={row.found} />
          </span>
        ),
    },
    {
      id: 'score',
      title: t('column.score'),
      sort: 'score',
      width: 76,
      align: 'end',
      render: (row) => row.score !== null && number(row.score, { maximumFractionDigits: 1 }),
    },
    { id: 'survey', title: t('column.survey'), width: 150, from: 'widest', render: (row) => row.survey_title },
    { id: 'ward', title: t('column.ward'), width: 76, from: 'medium', render: (row) => row.location },
    {
      id: 'state',
      title: t('column.state'),
      width: 196,
      from: 'medium',
      render: (row) => <FeedbackMarks record={row} />,
    },
    { id: 'assigned', title: t('column.assigned'), width: 116, from: 'wide', render: (row) => row.assigned_to_name },
    {
      id: 'when',
      title: t('column.when'),
      sort: 'submitted_at',
      width: 124,
      align: 'end',
      render: (row) => <RelativeTime at={row.submitted_at} />,
    },
  ];
}
