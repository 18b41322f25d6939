import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { outcomeScores, questions, surveys } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { DeleteButton } from '../../../ui/domain/delete-button.tsx';
import { Record } from '../../../ui/domain/record.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { ScoreForm } from './score-form.tsx';

/** Adds a score to a survey. */
export function ScoreCreatePage() {
  const { t } = useTranslation('surveys');
  const { surveyId, path, asked } = useSurvey();
  return (
    <Record query={asked} title={t('scores.add')} path={path}>
      {(all) => (
        <Page title={t('scores.add')} path={path} lead={t('scores.lead')}>
          <ScoreForm surveyId={surveyId} asked={all} />
        </Page>
      )}
    </Record>
  );
}

/** Changes a score, or deletes it. */
export function ScorePage() {
  const { t } = useTranslation('surveys');
  const navigate = useNavigate();
  const { score_id = '' } = useParams({ strict: false });
  const { surveyId, path, asked } = useSurvey();
  const query = useQuery(
    ask(outcomeScores.getOutcomeScore, { params: { id: Number(score_id) } }, { failureIsShown: true }),
  );
  return (
    <Record query={query} title={t('scores.edit_title')} path={path}>
      {(score) => (
        <Page
          title={score.title}
          path={path}
          lead={t('scores.lead')}
          actions={
            <DeleteButton
              what={t('scores.what')}
              id={score.id}
              consequence={t('scores.delete_text')}
              remove={() => call(outcomeScores.deleteOutcomeScore, { params: { id: score.id } })}
              changes={['surveys', 'feedback']}
              onDeleted={() => void navigate({ to: '/surveys/$id', params: { id: String(surveyId) } })}
            />
          }
        >
          {asked.data && (
            <ScoreForm
              key={score.version}
              surveyId={surveyId}
              asked={asked.data.data}
              score={score}
              onReload={() => void query.refetch()}
            />
          )}
        </Page>
      )}
    </Record>
  );
}

function useSurvey() {
  const { t } = useTranslation('surveys');
  const { id = '' } = useParams({ strict: false });
  const params = { id: Number(id) };
  const { data: survey } = useQuery(ask(surveys.getSurvey, { params }));
  const asked = useQuery(
    ask(questions.listSurveyQuestions, { params, query: { paginate: '0' } }, { failureIsShown: true }),
  );
  const path = [
    { label: t('title'), to: '/surveys/index' },
    { label: survey?.data.title ?? t('what'), to: `/surveys/${id}` },
  ];
  return { surveyId: params.id, path, asked };
}
