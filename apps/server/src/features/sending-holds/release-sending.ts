import type { sendingHolds } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { moveDeliveries, sendDeliveryJob } from '../deliveries/index.ts';
import { listDueWithoutRun, listLeftBefore, listRestored, releaseHolds } from './sending-holds.queries.ts';

const MAX_JOBS_AT_ONCE = 5_000;

const LEFT_BEFORE = 'Due before the database was restored: it may or may not have arrived.';

/**
 * Releases an application, or all of them (null), so that it sends again. `leaveOut`: messages to patients that were due before the database
 * was restored are not sent but failed, as ones that may have arrived. Throws Conflict while not all of them are known. Deliveries that came
 * due meanwhile get another job, because their own has run without effect; a delivery with two jobs is sent once. A broadcast's run continues
 * by itself. `only`: a hold for another reason goes on.
 */
export async function releaseSending(
  tx: Tx,
  applicationId: number | null,
  {
    leaveOut,
    userId,
    now,
    only = null,
  }: { leaveOut: boolean; userId: number | null; now: Date; only?: sendingHolds.SendingHold['reason'] | null },
): Promise<void> {
  if (leaveOut) await failWhatMayHaveLeft(tx, applicationId);
  for (const released of await releaseHolds(
    tx,
    { application_id: applicationId, user_id: userId, reason: only },
    now,
  )) {
    const due = await listDueWithoutRun(tx, released, now);
    for (let from = 0; from < due.length; from += MAX_JOBS_AT_ONCE)
      await enqueue(
        tx,
        due.slice(from, from + MAX_JOBS_AT_ONCE).map((id) => sendDeliveryJob(released, id, now)),
      );
    await announce(tx, released, ['deliveries']);
  }
}

async function failWhatMayHaveLeft(tx: Tx, applicationId: number | null): Promise<void> {
  for (const restored of await listRestored(tx, applicationId)) {
    if (restored.is_incomplete)
      throw new Conflict('What was due before the restore is still being prepared. Try again in a minute.');
    const left = await listLeftBefore(tx, restored);
    for (let from = 0; from < left.length; from += MAX_JOBS_AT_ONCE)
      await moveDeliveries(
        tx,
        restored.application_id,
        left.slice(from, from + MAX_JOBS_AT_ONCE).map((id) => ({ id, event: 'left_before', error: LEFT_BEFORE })),
      );
  }
}
