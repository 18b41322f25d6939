import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { DeliveryMove } from './delivery-state.ts';
import { sendDeliveryJob } from './plan-deliveries.ts';

const COMES_BACK: ReadonlySet<string> = new Set([
  'postponed',
  'held_back',
  'retried',
  'fell_back',
  'switched',
  'rescheduled',
]);

/** Enqueues a job for each delivery that was put off, in the transaction that put it off. */
export async function enqueueAgain(tx: Tx, applicationId: number, moves: readonly DeliveryMove[]): Promise<void> {
  await enqueue(
    tx,
    moves.flatMap(({ id, event, at }) => (COMES_BACK.has(event) && at ? [sendDeliveryJob(applicationId, id, at)] : [])),
  );
}
