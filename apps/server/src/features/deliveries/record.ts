import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SendResult } from '../../platform/gateways/gateway.ts';
import { announce } from '../../platform/live.ts';
import { moveDeliveries, type DeliveryMove } from './delivery-state.ts';
import type { Claimed } from './dispatch.ts';
import { enqueueAgain } from './enqueue-again.ts';
import { planReminders } from './plan-deliveries.ts';

const FIRST_RETRY_MS = 30_000;
/** The longest pause between two attempts. */
export const MAX_RETRY_MS = 30 * 60_000;
/**
 * Attempts within twenty hours. A gateway may be out of order for a night, and its password is corrected in the morning. The run of
 * a daily broadcast ends before the next one is due.
 */
const MAX_ATTEMPTS = 46;
/** Attempts within an hour, after which the other channel is tried where there is one, and this one again. */
const MAX_ATTEMPTS_BEFORE_SWITCH = 8;

const retryAt = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS));

/**
 * Stores the results of attempts. With `comesBack`, each delivery that is to be tried again gets its own job; else the
 * run finds it when it is due.
 */
export async function recordResults(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  results: readonly (readonly [Claimed, SendResult])[],
  { comesBack }: { comesBack: boolean },
): Promise<void> {
  if (results.length === 0) return;
  const now = ctx.clock();
  const moves = results.map(([delivery, result]) => moveOf(delivery, result, now));
  const states = await moveDeliveries(tx, applicationId, moves);
  const accepted = moves.filter(({ event }) => event === 'accepted').map(({ id }) => id);
  // No reminder is planned for a delivery that bounced or was answered meanwhile.
  const arrived = accepted.filter((id) => ['sent', 'delivered'].includes(states.get(id) ?? ''));
  await planReminders(tx, applicationId, arrived, now);
  if (comesBack)
    await enqueueAgain(
      tx,
      applicationId,
      moves.filter(({ id }) => states.get(id) === 'scheduled'),
    );
  await announce(tx, applicationId, comesBack ? ['deliveries'] : ['deliveries', 'broadcasts']);
}

function moveOf({ id, attempts, channel, fallback_channel }: Claimed, result: SendResult, now: Date): DeliveryMove {
  if (result.ok) return { id, event: 'accepted', at: now, gateway_message_id: result.gatewayMessageId };
  const { outcome, error } = result;
  const hasOtherChannel = fallback_channel !== null && fallback_channel !== channel;
  if (outcome === 'retry' && attempts < MAX_ATTEMPTS) {
    if (!hasOtherChannel || attempts < MAX_ATTEMPTS_BEFORE_SWITCH)
      return { id, event: 'retried', at: retryAt(attempts, now), error };
    const at = attempts === MAX_ATTEMPTS_BEFORE_SWITCH ? now : retryAt(attempts, now);
    return { id, event: 'switched', at, error };
  }
  // This channel refused the delivery, so the gate is asked about the other channel.
  if (outcome === 'refused' && hasOtherChannel) return { id, event: 'fell_back', at: now, error };
  if (outcome === 'unknown')
    return { id, event: 'unanswered', at: now, error: `${error} It may or may not have arrived.` };
  return { id, event: 'refused', error };
}
