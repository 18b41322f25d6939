import type { BodyOf, questions } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkQuestion } from './check-question.ts';
import { giveStartingOptions } from './give-starting-options.ts';
import { listQuestionsOfSurvey } from './questions.queries.ts';
import { reviseSurveys } from './survey-content.queries.ts';
import { insertQuestion, lockSurvey } from './surveys.queries.ts';

/** Adds a question at the end of a survey. Returns its id. */
export async function createQuestion(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  fields: BodyOf<typeof questions.createQuestion>['question'],
  now: Date,
): Promise<number> {
  await lockSurvey(tx, applicationId, surveyId);
  const { title, type_of = 'radio', required = false, category_id = null, condition_question_id = null } = fields;
  const condition_option_id = condition_question_id === null ? null : (fields.condition_option_id ?? null);
  const question = { survey_id: surveyId, type_of, category_id, condition_question_id, condition_option_id };
  await checkQuestion(tx, applicationId, question);
  await reviseSurveys(tx, applicationId, [surveyId], now);
  const last = (await listQuestionsOfSurvey(tx, applicationId, surveyId)).at(-1);
  const row = { ...question, title, required, sort_order: (last?.sort_order ?? 0) + 1, translations: {} };
  const id = await insertQuestion(tx, applicationId, row, []);
  await giveStartingOptions(tx, applicationId, id, type_of);
  return id;
}
