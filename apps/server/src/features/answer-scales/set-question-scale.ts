import { feedback } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Invalid, NotFound } from '../../platform/errors.ts';
import {
  listSurveysOfQuestions,
  lockQuestion,
  refuseLosingOptions,
  reviseSurveys,
  setQuestionOptions,
  updateQuestionColumns,
} from '../surveys/index.ts';
import { listOptionIds, lockAnswerScale } from './answer-scales.queries.ts';

/**
 * Lets a question use a scale, whose options replace its own; null: it keeps them as its own. Returns the scale before. Throws
 * Invalid for a question that has no options of choice, and Conflict when an answer would go because of which another question is
 * shown.
 */
export async function setQuestionScale(
  tx: Tx,
  applicationId: number,
  questionId: number,
  { scale_id, version }: { scale_id: number | null; version?: number | undefined },
  now: Date,
): Promise<number | null> {
  if (scale_id !== null) await lockScale(tx, applicationId, scale_id);
  await reviseSurveys(tx, applicationId, await listSurveysOfQuestions(tx, applicationId, [questionId]), now);
  const stored = await lockQuestion(tx, applicationId, questionId);
  checkVersion(stored.version, version);
  if (scale_id !== null) {
    if (feedback.isTyped(stored.type_of) || stored.type_of === 'consent')
      throw new Invalid({ scale_id: ['A question of this type has no answers to choose for it.'] });
    const optionIds = await listOptionIds(tx, applicationId, scale_id);
    await refuseLosingOptions(tx, applicationId, [questionId], optionIds);
    await setQuestionOptions(tx, applicationId, [questionId], optionIds);
  }
  await updateQuestionColumns(tx, applicationId, questionId, { scale_id });
  return stored.scale_id;
}

async function lockScale(tx: Tx, applicationId: number, id: number): Promise<void> {
  try {
    await lockAnswerScale(tx, applicationId, id);
  } catch (error) {
    if (error instanceof NotFound) throw new Invalid({ scale_id: ['This answer scale does not exist.'] });
    throw error;
  }
}
