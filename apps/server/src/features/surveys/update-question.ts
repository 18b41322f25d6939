import type { BodyOf, feedback, questions } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { checkQuestion } from './check-question.ts';
import { giveStartingOptions } from './give-starting-options.ts';
import { listQuestionsOfSurvey, lockQuestion, surveyOfQuestion, updateQuestionColumns } from './questions.queries.ts';
import { reviseSurveys } from './survey-content.queries.ts';

/** Changes a question. Pages that are open continue with the wording that they show. */
export async function updateQuestion(
  tx: Tx,
  applicationId: number,
  id: number,
  { version, ...fields }: BodyOf<typeof questions.updateQuestion>['question'],
  now: Date,
) {
  const surveyId = await surveyOfQuestion(tx, applicationId, id);
  await reviseSurveys(tx, applicationId, [surveyId], now);
  const before = await lockQuestion(tx, applicationId, id);
  checkVersion(before.version, version);
  const after = {
    ...fields,
    ...(fields.condition_question_id === null ? { condition_option_id: null } : {}),
  };
  const whole = { ...before, ...after };
  await checkQuestion(tx, applicationId, { ...whole, type_of: whole.type_of as feedback.QuestionType });
  if (Object.keys(after).length > 0) await updateQuestionColumns(tx, applicationId, id, after);
  if (after.type_of !== undefined && after.type_of !== before.type_of) {
    const changed = (await listQuestionsOfSurvey(tx, applicationId, surveyId)).find((one) => one.id === id);
    if (changed?.options.length === 0) await giveStartingOptions(tx, applicationId, id, after.type_of);
  }
  return { before, after };
}
