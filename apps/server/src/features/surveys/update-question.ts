import { feedback, type BodyOf, type questions } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { changedRules } from '../survey-content/index.ts';
import { checkQuestion } from './check-question.ts';
import { listConditions, setConditions } from './conditions/conditions.queries.ts';
import { wantedConditions } from './conditions/wanted-conditions.ts';
import { giveStartingOptions } from './give-starting-options.ts';
import {
  detachOptions,
  listQuestionsOfSurvey,
  lockQuestion,
  surveyOfQuestion,
  updateQuestionColumns,
} from './questions.queries.ts';
import { reviseSurveys } from './survey-content.queries.ts';

/** Changes a question. Pages that are open continue with the wording that they show. */
export async function updateQuestion(
  tx: Tx,
  applicationId: number,
  id: number,
  {
    version,
    conditions,
    condition_question_id,
    condition_option_id,
    ...given
  }: BodyOf<typeof questions.updateQuestion>['question'],
  now: Date,
) {
  const surveyId = await surveyOfQuestion(tx, applicationId, id);
  await reviseSurveys(tx, applicationId, [surveyId], now);
  const stored = await lockQuestion(tx, applicationId, id);
  checkVersion(stored.version, version);
  const before = { ...stored, conditions: await listConditions(tx, applicationId, id) };
  const wanted = wantedConditions({ conditions, condition_question_id, condition_option_id }, before.conditions);
  const type_of = given.type_of ?? stored.type_of;
  const limits = changedRules(type_of, stored, given);
  await checkQuestion(tx, applicationId, { ...stored, ...given, type_of, wanted, limits, given });
  const leavesScale = stored.scale_id !== null && (feedback.isTyped(type_of) || type_of === 'consent');
  const columns =
    Object.keys(given).length > 0 ? { ...given, ...limits, ...(leavesScale ? { scale_id: null } : {}) } : {};
  // The row is also written when only its conditions change, so that its version is raised.
  if (wanted || Object.keys(columns).length > 0)
    await updateQuestionColumns(tx, applicationId, id, { condition_match: stored.condition_match, ...columns });
  if (wanted) await setConditions(tx, applicationId, id, wanted.conditions);
  if (type_of !== stored.type_of) {
    // A consent has its own two answers, and no others.
    if (type_of === 'consent') await detachOptions(tx, applicationId, id);
    const changed = (await listQuestionsOfSurvey(tx, applicationId, surveyId)).find((one) => one.id === id);
    if (changed?.options.length === 0) await giveStartingOptions(tx, applicationId, id, type_of);
  }
  return { before, after: { ...given, ...(wanted ? { conditions: wanted.conditions } : {}) } };
}
