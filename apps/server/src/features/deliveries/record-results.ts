import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SendResult } from '../../platform/gateways/gateway.ts';
import { announce } from '../../platform/live.ts';
import type { Claimed } from './hand-over.ts';
import { MAX_ATTEMPTS, noteOf, retryAt } from './record-result.ts';

interface Outcome {
  id: number;
  state: 'sent' | 'scheduled' | 'failed';
  gateway_message_id: string | null;
  error: string | null;
  /** When it is tried again; null for now. */
  send_at: Date | null;
  /** Refused by its channel: the gate is asked about the other. */
  falls_back: boolean;
  /** It may have arrived. */
  unknown: boolean;
}

/** As recordResult, for many. What is to be tried again has no job: whoever sends the run finds it when it is due. */
export async function recordResults(
  tx: Tx,
  house: Context,
  applicationId: number,
  results: readonly (readonly [Claimed, SendResult])[],
): Promise<void> {
  if (results.length === 0) return;
  const now = house.clock();
  const outcomes = results.map(([delivery, result]) => outcomeOf(delivery, result, now));
  await sql`
    update deliveries d set
      -- It left, whatever others made of the row in the meantime.
      state = case when d.state in ('answered', 'delivered') then d.state else o.state end,
      reason = null,
      sent_at = case when o.state = 'sent' then ${now}::timestamptz else d.sent_at end,
      gateway_message_id = coalesce(o.gateway_message_id, d.gateway_message_id),
      last_error = o.error,
      send_at = coalesce(o.send_at, d.send_at),
      channel = case when o.falls_back then d.fallback_channel else d.channel end,
      recipient = case when o.falls_back then null else d.recipient end,
      attempts = case when o.falls_back then 0 else d.attempts end,
      outcome_unknown = d.outcome_unknown or o.unknown,
      fallback_channel = case when o.falls_back then null else d.fallback_channel end
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as o (
      id bigint, state text, gateway_message_id text, error text, send_at timestamptz, falls_back boolean,
      unknown boolean)
    where d.application_id = ${applicationId} and d.id = o.id and (o.state = 'sent' or d.state = 'sending')`.execute(
    tx,
  );
  await announce(tx, applicationId, ['deliveries', 'broadcasts']);
}

function outcomeOf(delivery: Claimed, result: SendResult, now: Date): Outcome {
  const outcome = {
    id: delivery.id,
    gateway_message_id: null,
    error: null,
    send_at: null,
    falls_back: false,
    unknown: false,
  };
  if (result.ok) return { ...outcome, state: 'sent', gateway_message_id: result.gatewayMessageId };
  if (result.outcome === 'retry' && delivery.attempts < MAX_ATTEMPTS)
    return { ...outcome, state: 'scheduled', error: result.error, send_at: retryAt(delivery.attempts, now) };
  const hasOther = delivery.fallback_channel !== null && delivery.fallback_channel !== delivery.channel;
  if (result.outcome === 'refused' && hasOther)
    return { ...outcome, state: 'scheduled', error: result.error, falls_back: true };
  return { ...outcome, state: 'failed', error: noteOf(result), unknown: result.outcome === 'unknown' };
}
