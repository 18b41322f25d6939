import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { surveys } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { Page } from '../../../ui/kit/page.tsx';
import { SurveySelect } from '../../../ui/domain/pickers/record-select.tsx';
import { QuestionForm } from './question-form.tsx';
import classes from './question-create-page.module.css';

/** Below a survey, or by itself: then the survey is chosen first. */
export function QuestionCreatePage() {
  const { t } = useTranslation('surveys');
  const { id } = useParams({ strict: false });
  const [chosen, setChosen] = useState<number | null>(null);
  const surveyId = id === undefined ? chosen : Number(id);
  const { data: list } = useQuery({
    ...ask(surveys.listSurveys, { query: { paginate: '0' } }),
    enabled: id === undefined,
  });
  const { data: survey } = useQuery({
    ...ask(surveys.getSurvey, { params: { id: surveyId ?? 0 } }),
    enabled: id !== undefined,
  });
  const path = id
    ? [
        { label: t('title'), to: '/surveys/index' },
        { label: survey?.data.title ?? t('what'), to: `/surveys/${id}` },
      ]
    : [{ label: t('questions.all_title'), to: '/questions/index' }];
  return (
    <Page title={t('questions.create_title')} path={path}>
      {id === undefined && (
        <div className={classes.survey}>
          <SurveySelect
            label={t('questions.survey')}
            required
            choices={list?.data}
            value={chosen}
            onChange={setChosen}
            data-autofocus
          />
        </div>
      )}
      {surveyId !== null && <QuestionForm key={surveyId} surveyId={surveyId} isBelowSurvey={id !== undefined} />}
    </Page>
  );
}
