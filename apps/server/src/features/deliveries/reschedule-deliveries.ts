import type { Tx } from '../../platform/db/database.ts';
import { moveDeliveries, type DeliveryMove } from './delivery-state.ts';
import { enqueueAgain } from './enqueue-again.ts';

/**
 * Moves failed deliveries to scheduled, due now, each with a job that asks the gate. Returns how many were still
 * failed.
 */
export async function rescheduleDeliveries(
  tx: Tx,
  applicationId: number,
  ids: readonly number[],
  now: Date,
  retryId?: number,
): Promise<number> {
  const moves = ids.map((id): DeliveryMove => ({
    id,
    event: 'rescheduled',
    at: now,
    ...(retryId === undefined ? {} : { retry_id: retryId }),
  }));
  const moved = await moveDeliveries(tx, applicationId, moves);
  await enqueueAgain(
    tx,
    applicationId,
    moves.filter(({ id }) => moved.has(id)),
  );
  return moved.size;
}
