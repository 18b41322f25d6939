import type { BodyOf, questions } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { changedRules } from '../survey-content/index.ts';
import { checkQuestion } from './check-question.ts';
import { setConditions } from './conditions/conditions.queries.ts';
import { wantedConditions } from './conditions/wanted-conditions.ts';
import { giveStartingOptions } from './give-starting-options.ts';
import { placeAtEnd } from './sections/sections.queries.ts';
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
  const { title, type_of = 'radio', required = false, category_id = null, condition_match = 'all' } = fields;
  const wanted = wantedConditions(fields, []);
  const question = { survey_id: surveyId, type_of, category_id };
  const limits = changedRules(type_of, {}, fields);
  await checkQuestion(tx, applicationId, { ...question, wanted, limits, given: fields });
  await reviseSurveys(tx, applicationId, [surveyId], now);
  const sort_order = await placeAtEnd(tx, applicationId, surveyId);
  const row = { ...question, ...limits, condition_match, title, required, sort_order, translations: {} };
  const id = await insertQuestion(tx, applicationId, row, []);
  await setConditions(tx, applicationId, id, wanted?.conditions ?? []);
  await giveStartingOptions(tx, applicationId, id, type_of);
  return id;
}
