import { triggers, type BodyOf } from '@wardvoice/contract';
import { lockFor, type Tx } from '../../../platform/db/database.ts';
import { Conflict } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import type { Scope } from '../../../platform/scope.ts';
import { insertTrial, listUnderWay } from './trials.queries.ts';

export const RUN_TRIAL = 'run-trigger-trial';

/** Stores a trial that waits, and its job. Whoever asks for the same while it is counted gets the same. Returns its id. */
export async function askForTrial(
  tx: Tx,
  scope: Scope,
  applicationId: number,
  { trigger, days }: BodyOf<typeof triggers.startTrial>,
  now: Date,
): Promise<number> {
  const { version: _, ...rule } = trigger;
  const trial = { applicationId, wards: scope.locations, rule, days };
  await lockFor(tx, `trigger trials of ${applicationId}`);
  const underWay = await listUnderWay(tx, trial);
  const same = underWay.find(({ is_same }) => is_same);
  if (same) return same.id;
  if (underWay.length >= triggers.MAX_TRIALS_UNDER_WAY)
    throw new Conflict(
      `${triggers.MAX_TRIALS_UNDER_WAY} trials are being counted already. Try again when one is done, or cancel one.`,
    );
  const id = await insertTrial(tx, { ...trial, userId: scope.userId, now });
  await enqueue(tx, [{ task: RUN_TRIAL, payload: { application_id: applicationId, trial_id: id } }]);
  return id;
}
