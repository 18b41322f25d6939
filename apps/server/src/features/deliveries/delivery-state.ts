import type { deliveries, webhooks } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { announceEvents } from '../webhooks/index.ts';

/** `undelivered` is stored as `failed`: the gateway accepted the message and reported later that it did not arrive. */
export const SITUATIONS = [
  'scheduled',
  'suppressed',
  'sending',
  'sent',
  'delivered',
  'failed',
  'undelivered',
  'answered',
] as const;
export type Situation = (typeof SITUATIONS)[number];

/** What a gateway may report about a message after it has accepted it. */
export type ReceiptEvent = 'delivered' | 'undelivered';

export type DeliveryEvent =
  | 'claimed'
  | 'claimed_again'
  | 'postponed'
  | 'held_back'
  | 'suppressed'
  | 'blocked'
  | 'accepted'
  | 'refused'
  | 'retried'
  | 'fell_back'
  | 'switched'
  | 'unanswered'
  | 'interrupted'
  | 'left_before'
  | 'rescheduled'
  | 'answered'
  | ReceiptEvent;

/**
 * The transitions of a delivery: event × from → to. An event does not move a delivery in a situation that it does not
 * list.
 *
 * The result of an attempt and a receipt may arrive in either order, and lead to the same situation: a receipt of
 * failure overrides `accepted`, an answer overrides everything, and a delivery that has arrived is not sent again.
 */
export const DELIVERY_LIFECYCLE: Record<DeliveryEvent, Partial<Record<Situation, Situation>>> = {
  /** A worker is about to send it. */
  claimed: { scheduled: 'sending' },
  /** An interrupted API push is sent again; its receiver recognises it by its key. */
  claimed_again: { sending: 'sending' },
  /** It waits because of quiet hours or a rate limit. */
  postponed: { scheduled: 'scheduled' },
  /**
   * An acknowledged message about the patient is not processed yet, and may cancel the event that this delivery is
   * about.
   */
  held_back: { scheduled: 'scheduled', sending: 'scheduled' },
  /** The gate refused it, or its cause was cancelled. */
  suppressed: { scheduled: 'suppressed' },
  /** It cannot be sent: there is no address, its broadcast is paused, or it cannot be prepared. */
  blocked: { scheduled: 'failed' },
  /** The gateway accepted it, whatever happened to the row meanwhile. */
  accepted: {
    scheduled: 'sent',
    suppressed: 'sent',
    sending: 'sent',
    sent: 'sent',
    delivered: 'delivered',
    failed: 'sent',
    undelivered: 'undelivered',
    answered: 'answered',
  },
  /** The gateway refused it. */
  refused: { sending: 'failed' },
  /** It certainly did not arrive, and is tried again. */
  retried: { sending: 'scheduled', undelivered: 'scheduled' },
  /** Its channel refused it, so the gate is asked about the other channel. */
  fell_back: { sending: 'scheduled', undelivered: 'scheduled' },
  /** The gateway of its channel has been out of order for long: the gate is asked about the other channel first, and about this one. */
  switched: { sending: 'scheduled', undelivered: 'scheduled' },
  /** It may or may not have arrived; a person decides. */
  unanswered: { sending: 'failed' },
  /** The process that sent it ended. It may or may not have arrived; a person decides. */
  interrupted: { sending: 'failed' },
  /** It was due before the database was restored. It may or may not have arrived; a person decides. */
  left_before: { scheduled: 'failed' },
  /** A person tried it again. */
  rescheduled: { failed: 'scheduled', undelivered: 'scheduled' },
  /** Its survey was answered. */
  answered: {
    scheduled: 'answered',
    sending: 'answered',
    sent: 'answered',
    delivered: 'answered',
    failed: 'answered',
    undelivered: 'answered',
    answered: 'answered',
  },
  /** The receipt says that it arrived. */
  delivered: {
    scheduled: 'delivered',
    suppressed: 'delivered',
    sending: 'delivered',
    sent: 'delivered',
    delivered: 'delivered',
    failed: 'delivered',
    answered: 'answered',
  },
  /** The receipt says that it failed or bounced. */
  undelivered: {
    sending: 'undelivered',
    sent: 'undelivered',
    delivered: 'undelivered',
    failed: 'undelivered',
    undelivered: 'undelivered',
  },
};

/** A delivery and what happened to it. Columns that are not given stay as they are. */
export interface DeliveryMove {
  id: number;
  event: DeliveryEvent;
  /**
   * When it is to be sent (postponed, retried, fell_back, switched, rescheduled), was sent (accepted), may have been sent at the latest
   * (unanswered, interrupted) or arrived (delivered).
   */
  at?: Date;
  reason?: deliveries.SuppressionReason;
  error?: string;
  /**
   * The slot under the rate limits that is reserved for it. A delivery that is postponed without one reserves a new one
   * later.
   */
  slot_at?: Date | null;
  gateway_message_id?: string | null;
  retry_id?: number;
  channel?: deliveries.Channel;
  recipient?: string | null;
  gateway?: string;
  /** The job that sends it (claimed, claimed_again). */
  claimed_by?: string | null;
  /** The attempt that claims it (claimed, claimed_again). */
  claim_attempt?: string;
  invitation_id?: number | null;
  subject?: string | null;
  text?: string;
}

const SITUATION = `case when d.undelivered then 'undelivered' else d.state end`;

/** SQL of the table above, for `d` and the event of `m`; null where the event does not move the delivery. */
const NEXT = sql.raw(
  `case m.event ${Object.entries(DELIVERY_LIFECYCLE)
    .map(([event, moves]) => `when '${event}' then case ${SITUATION} ${casesOf(moves)} end`)
    .join(' ')} end`,
);

function casesOf(moves: Partial<Record<Situation, Situation>>): string {
  return Object.entries(moves)
    .map(([from, to]) => `when '${from}' then '${to}'`)
    .join(' ');
}

interface Moved extends Record<'state' | 'before', deliveries.DeliveryState> {
  id: number;
  told: webhooks.EventData<'delivery.failed'>;
}

/**
 * Moves deliveries by the table above and sets the columns that belong to each event. It is the only function that
 * changes the state of a delivery. Rows are locked in the order of their ids, so that two callers do not deadlock.
 * Webhooks are told of those that failed. Returns the new states of those that moved.
 */
export async function moveDeliveries(
  tx: Tx,
  applicationId: number,
  moves: readonly DeliveryMove[],
): Promise<Map<number, deliveries.DeliveryState>> {
  if (moves.length === 0) return new Map();
  const { rows } = await sql<Moved>`
    with moving as (
      select m.*, ${NEXT} as next, d.state as before
      from deliveries d
      join json_to_recordset(${JSON.stringify(moves)}::json) as m (
        id bigint, event text, at timestamptz, reason text, error text, slot_at timestamptz, gateway_message_id text,
        retry_id bigint, channel text, recipient text, gateway text, claimed_by uuid, claim_attempt uuid, invitation_id bigint, subject text, text text)
        on m.id = d.id
      where d.application_id = ${applicationId}
      order by d.id
      for update of d)
    update deliveries d set
      state = case m.next when 'undelivered' then 'failed' else m.next end,
      undelivered = m.next = 'undelivered',
      reason = case when m.next = 'suppressed' then coalesce(m.reason, d.reason) end,
      send_at = case
        when m.event in ('postponed', 'held_back', 'retried', 'fell_back', 'switched', 'rescheduled', 'unanswered', 'interrupted') then m.at
        else d.send_at end,
      slot_at = case
        when m.event in ('postponed', 'held_back', 'retried', 'fell_back', 'switched', 'rescheduled') then m.slot_at
        else d.slot_at end,
      sent_at = case when m.event = 'accepted' then m.at else d.sent_at end,
      delivered_at = case when m.event = 'delivered' and m.next = 'delivered' then m.at else d.delivered_at end,
      attempts = case
        when m.event in ('claimed', 'claimed_again') then d.attempts + 1
        when m.event = 'held_back' and d.state = 'sending' then d.attempts - 1
        when m.event in ('fell_back', 'rescheduled') then 0
        else d.attempts end,
      last_error = case
        when m.event in ('accepted', 'delivered') and m.next <> 'undelivered' then null
        else coalesce(m.error, d.last_error) end,
      -- It stays true after a later attempt, because the earlier one may still have arrived.
      outcome_unknown = d.outcome_unknown or m.event in ('unanswered', 'interrupted', 'left_before'),
      opened = d.opened or m.event = 'answered',
      channel = case when m.event in ('fell_back', 'switched') then d.fallback_channel else coalesce(m.channel, d.channel) end,
      fallback_channel = case m.event when 'fell_back' then null when 'switched' then d.channel else d.fallback_channel end,
      recipient = case when m.event in ('fell_back', 'switched') then null else coalesce(m.recipient, d.recipient) end,
      gateway = coalesce(m.gateway, d.gateway),
      claimed_by = case when m.next = 'sending' then m.claimed_by end,
      claim_attempt = case when m.next = 'sending' then m.claim_attempt end,
      gateway_message_id = coalesce(m.gateway_message_id, d.gateway_message_id),
      invitation_id = coalesce(m.invitation_id, d.invitation_id),
      subject = coalesce(m.subject, d.subject),
      text = coalesce(m.text, d.text),
      retry_id = coalesce(m.retry_id, d.retry_id)
    from moving m
    where d.application_id = ${applicationId} and d.id = m.id and m.next is not null
    returning d.id, d.state, m.before, jsonb_build_object('delivery_id', d.id, 'channel', d.channel, 'purpose', d.purpose,
      'message_id', d.message_id, 'patient_id', d.patient_id, 'contact_id', d.contact_id) as told`.execute(tx);
  const failed = rows.flatMap(({ state, before, told }) => (state === 'failed' && before !== 'failed' ? told : []));
  await announceEvents(tx, applicationId, 'delivery.failed', failed);
  return new Map(rows.map(({ id, state }) => [id, state]));
}
