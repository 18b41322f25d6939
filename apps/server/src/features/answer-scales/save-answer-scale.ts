import type { answerScales, BodyOf } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Invalid, NotFound } from '../../platform/errors.ts';
import {
  insertOption,
  listSurveysOfQuestions,
  lockOption,
  refuseLosingOptions,
  reviseSurveys,
  setQuestionOptions,
} from '../surveys/index.ts';
import {
  insertAnswerScale,
  listOptionIds,
  listQuestionIds,
  lockAnswerScale,
  setScaleOptions,
  setTitle,
} from './answer-scales.queries.ts';

type NewScale = BodyOf<typeof answerScales.createAnswerScale>['answer_scale'];
type ChangedScale = BodyOf<typeof answerScales.updateAnswerScale>['answer_scale'];

/** Returns the id of the new scale. */
export async function createAnswerScale(tx: Tx, applicationId: number, scale: NewScale): Promise<number> {
  const id = await insertAnswerScale(tx, applicationId, scale.title);
  await setScaleOptions(tx, applicationId, id, await idsOf(tx, applicationId, scale.options));
  return id;
}

/**
 * Changes a scale and the options of every question that uses it. Throws Conflict when a question would lose an answer because of
 * which another one is shown. Pages that are open continue with the wording that they show.
 */
export async function updateAnswerScale(
  tx: Tx,
  applicationId: number,
  id: number,
  { title, options, version }: ChangedScale,
  now: Date,
): Promise<{ before: object; after: object }> {
  const stored = await lockAnswerScale(tx, applicationId, id);
  checkVersion(stored.version, version);
  const before = { title: stored.title, option_ids: await listOptionIds(tx, applicationId, id) };
  const option_ids = options ? await idsOf(tx, applicationId, options) : before.option_ids;
  // The row is also written when only its options change, so that its version is raised.
  await setTitle(tx, applicationId, id, title ?? stored.title);
  if (option_ids.join() !== before.option_ids.join()) {
    await setScaleOptions(tx, applicationId, id, option_ids);
    const questionIds = await listQuestionIds(tx, applicationId, id);
    await reviseSurveys(tx, applicationId, await listSurveysOfQuestions(tx, applicationId, questionIds), now);
    await refuseLosingOptions(tx, applicationId, questionIds, option_ids);
    await setQuestionOptions(tx, applicationId, questionIds, option_ids);
  }
  return { before, after: { title: title ?? stored.title, option_ids } };
}

/** Returns the ids of options in their order, and makes those that are new. Throws Invalid by place. */
async function idsOf(tx: Tx, applicationId: number, options: NewScale['options']): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, one] of options.entries()) {
    if (!('id' in one)) {
      ids.push(await insertOption(tx, applicationId, { ...one, translations: {} }));
      continue;
    }
    if (ids.includes(one.id)) throw new Invalid({ [`options.${index}`]: ['This option is in the scale already.'] });
    if ((await agreesOf(tx, applicationId, one.id, index)) !== null)
      throw new Invalid({ [`options.${index}`]: ['The answers to a consent cannot be part of a scale.'] });
    ids.push(one.id);
  }
  return ids;
}

async function agreesOf(tx: Tx, applicationId: number, id: number, index: number): Promise<boolean | null> {
  try {
    return (await lockOption(tx, applicationId, id)).agrees;
  } catch (error) {
    if (error instanceof NotFound) throw new Invalid({ [`options.${index}`]: ['This option does not exist.'] });
    throw error;
  }
}
