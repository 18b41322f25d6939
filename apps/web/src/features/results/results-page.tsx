import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { results, surveys, type QueryOf } from '@wardvoice/contract';
import { addressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { saveCsv } from '../../api/save-file.ts';
import { Columns } from '../../ui/kit/columns.tsx';
import { named, useFormats } from '../../ui/kit/formats.ts';
import { noticeFailedRequest } from '../../ui/domain/notices.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { EmptyState } from '../../ui/kit/state-panels.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { Comments } from './comments.tsx';
import { GroupTable } from './group-table.tsx';
import { KeyFigures } from './key-figures.tsx';
import { OutcomeResults } from './outcome-results.tsx';
import { QuestionResults } from './question-results.tsx';
import { ResultFilters } from './result-filters.tsx';
import { Trend } from './trend.tsx';

export function ResultsPage() {
  const { t } = useTranslation('results');
  const { plainDate } = useFormats();
  const { id } = useParams({ from: '/shell/surveys/$id/results' });
  const search = useSearch({ from: '/shell/surveys/$id/results' });
  const params = { id: Number(id) };
  const survey = useQuery(ask(surveys.getSurvey, { params }));
  const query = useQuery({
    ...ask(results.getResults, { params, query: search }, { failureIsShown: true, topics: ['feedback'] }),
    placeholderData: keepPreviousData,
  });
  const title = survey.data?.data.title ?? t('survey');
  const path = [
    { label: t('surveys'), to: '/surveys/index' },
    { label: title, to: `/surveys/${id}` },
  ];
  return (
    <Record query={query} title={t('title')} path={path}>
      {(found) => (
        <Page
          title={t('title')}
          heading={named(t('title'), title)}
          path={path}
          lead={`${plainDate(found.from)} – ${plainDate(found.to)}`}
          actions={<Export surveyId={params.id} name={title} search={search} />}
        >
          <ResultFilters search={search} results={found} />
          {found.hidden || !found.total ? (
            <EmptyState title={t('hidden_title')} text={t(isFiltered(search) ? 'hidden_text' : 'hidden_so_far')} />
          ) : (
            <Shown surveyId={params.id} search={search} found={found} />
          )}
        </Page>
      )}
    </Record>
  );
}

const isFiltered = ({ by: _by, ...filters }: ShownProps['search']) =>
  Object.values(filters).some((value) => value !== undefined);

interface ShownProps {
  surveyId: number;
  search: QueryOf<typeof results.getResults>;
  found: results.Results;
}

function Shown({ surveyId, search, found }: ShownProps) {
  const { t } = useTranslation('results');
  const { languageName } = useTerms();
  // A survey whose answers are points only has none.
  const hasScores = found.total?.score !== null || found.outcomes.length === 0;
  const languages = found.languages.map((one) => ({ ...one, title: one.title && languageName(one.title) }));
  return (
    <>
      <KeyFigures results={found} />
      {hasScores && <Trend results={found} />}
      {found.outcomes.length > 0 && (
        <Panel title={t('outcomes.title')}>
          <OutcomeResults outcomes={found.outcomes} />
        </Panel>
      )}
      <Panel title={t('questions')}>
        <QuestionResults questions={found.questions} />
      </Panel>
      <Columns>
        <GroupTable title={t('categories')} groups={found.categories} />
        <GroupTable title={t('wards')} groups={found.wards} />
        <GroupTable title={t('departments')} groups={found.departments} />
        <GroupTable title={t('languages')} groups={languages} />
      </Columns>
      <Comments key={JSON.stringify(search)} surveyId={surveyId} search={search} />
    </>
  );
}

function Export({ surveyId, name, search }: { surveyId: number; name: string; search: ShownProps['search'] }) {
  const { t } = useTranslation('results');
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const asFile = { ...results.getResults, path: `${results.getResults.path}.csv` };
      await saveCsv(addressOf(asFile, { id: surveyId }, search), `${t('title')} ${name}`);
    } catch (error) {
      noticeFailedRequest(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="default"
      disabled={busy}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      onClick={() => void save()}
    >
      {t(busy ? 'exporting' : 'export')}
    </Button>
  );
}
