import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { sendDeliveryJob } from '../deliveries/index.ts';
import { listDueWithoutRun, releaseHolds } from './sending-holds.queries.ts';

const MAX_JOBS_AT_ONCE = 5_000;

/**
 * Releases an application, or all of them (null), so that it sends again. Deliveries that came due meanwhile get
 * another job, because their own has run without effect; a delivery with two jobs is sent once. A broadcast's run
 * continues by itself.
 */
export async function releaseSending(
  tx: Tx,
  applicationId: number | null,
  userId: number | null,
  now: Date,
): Promise<void> {
  for (const released of await releaseHolds(tx, { application_id: applicationId, user_id: userId }, now)) {
    const due = await listDueWithoutRun(tx, released, now);
    for (let from = 0; from < due.length; from += MAX_JOBS_AT_ONCE)
      await enqueue(
        tx,
        due.slice(from, from + MAX_JOBS_AT_ONCE).map((id) => sendDeliveryJob(released, id, now)),
      );
    await announce(tx, released, ['deliveries']);
  }
}
