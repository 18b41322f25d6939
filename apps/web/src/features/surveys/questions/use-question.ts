import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { questions } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';

/** The question of the address, which may stand below its survey or alone. */
export function useQuestion() {
  const { t } = useTranslation('surveys');
  const { id, question_id } = useParams({ strict: false });
  const isBelowSurvey = question_id !== undefined;
  const questionId = Number(question_id ?? id);
  const query = useQuery(ask(questions.getQuestion, { params: { id: questionId } }, { failureIsShown: true }));
  const pathOf = (question?: questions.Question) =>
    isBelowSurvey
      ? [
          { label: t('title'), to: '/surveys/index' },
          { label: question?.survey_title ?? t('what'), to: `/surveys/${id}` },
        ]
      : [{ label: t('questions.all_title'), to: '/questions/index' }];
  const addressOf = (question: questions.Question) =>
    isBelowSurvey ? `/surveys/${question.survey_id}/questions/${question.id}` : `/questions/${question.id}`;
  return { query, isBelowSurvey, pathOf, addressOf };
}
