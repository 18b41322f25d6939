import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';

export type BroadcastHold = 'paused' | 'cancelled';

/**
 * Returns whether the broadcast of a delivery is paused or cancelled. Its row is locked, so that it cannot be paused or
 * cancelled until the transaction ends.
 */
export async function findBroadcastHold(
  tx: Tx,
  applicationId: number,
  runId: number | null,
): Promise<BroadcastHold | null> {
  if (runId === null) return null;
  const { rows } = await sql<{ state: string }>`
    select b.state from broadcast_runs r
    join broadcasts b on b.application_id = r.application_id and b.id = r.broadcast_id
    where r.application_id = ${applicationId} and r.id = ${runId}
    for share of b`.execute(tx);
  const state = rows[0]?.state;
  return state === 'paused' || state === 'cancelled' ? state : null;
}

export async function refuseWhileHeld(tx: Tx, applicationId: number, runId: number | null): Promise<void> {
  const hold = await findBroadcastHold(tx, applicationId, runId);
  if (hold === 'paused')
    throw new Conflict('The broadcast of this delivery is paused. Resume the broadcast, then try it again.');
  if (hold === 'cancelled')
    throw new Conflict('The broadcast of this delivery was cancelled, so it is not sent any more.');
}
