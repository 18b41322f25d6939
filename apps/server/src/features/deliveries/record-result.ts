import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SendResult } from '../../platform/gateways/gateway.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import type { Claimed } from './hand-over.ts';
import { planReminder, sendDeliveryJob } from './plan-deliveries.ts';

export const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 60 * 60_000;

export const retryAt = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS));

/** What came of an attempt; `sending` → sent, failed, or scheduled for another. */
export async function recordResult(tx: Tx, house: Context, delivery: Claimed, result: SendResult): Promise<void> {
  const { id, application_id: applicationId, attempts } = delivery;
  const now = house.clock();
  if (result.ok) {
    // It left, whatever others made of the row in the meantime.
    await sql`
      update deliveries set state = case when state = 'answered' then state else 'sent' end, reason = null, sent_at = ${now},
        gateway_message_id = ${result.gatewayMessageId}, last_error = null
      where application_id = ${applicationId} and id = ${id}`.execute(tx);
    await planReminder(tx, applicationId, id, now);
  } else if (result.outcome === 'retry' && attempts < MAX_ATTEMPTS) {
    const { numAffectedRows } = await sql`
      update deliveries set state = 'scheduled', last_error = ${result.error}
      where application_id = ${applicationId} and id = ${id} and state = 'sending'`.execute(tx);
    if (numAffectedRows) await reschedule(tx, applicationId, id, retryAt(attempts, now));
  } else if (
    result.outcome === 'refused' &&
    delivery.fallback_channel &&
    delivery.fallback_channel !== delivery.channel
  ) {
    // This channel does not want it; the gate is asked about the other.
    const { numAffectedRows } = await sql`
      update deliveries set state = 'scheduled', channel = fallback_channel, fallback_channel = null, recipient = null, attempts = 0,
        last_error = ${result.error}
      where application_id = ${applicationId} and id = ${id} and state = 'sending'`.execute(tx);
    if (numAffectedRows) await reschedule(tx, applicationId, id, now);
  } else {
    await fail(tx, applicationId, id, noteOf(result), result.outcome === 'unknown');
  }
  await announce(tx, applicationId, ['deliveries']);
}

export const noteOf = ({ outcome, error }: Exclude<SendResult, { ok: true }>): string =>
  outcome === 'unknown' ? `${error} It may or may not have arrived.` : error;

/** `slot`: reserved under the rate limits; without one it asks for another when it comes back. */
export async function reschedule(
  tx: Tx,
  applicationId: number,
  deliveryId: number,
  at: Date,
  slot: Date | null = null,
): Promise<void> {
  await sql`update deliveries set send_at = ${at}, slot_at = ${slot} where application_id = ${applicationId} and id = ${deliveryId}`.execute(
    tx,
  );
  await enqueue(tx, [sendDeliveryJob(applicationId, deliveryId, at)]);
}

/** `mayHaveArrived` stays, whatever comes of a later attempt: the earlier one may still have got there. */
export async function fail(
  tx: Tx,
  applicationId: number,
  deliveryId: number,
  why: string,
  mayHaveArrived = false,
): Promise<void> {
  await sql`
    update deliveries set state = 'failed', last_error = ${why}, outcome_unknown = outcome_unknown or ${mayHaveArrived}
    where application_id = ${applicationId} and id = ${deliveryId} and state in ('scheduled', 'sending')`.execute(tx);
}
