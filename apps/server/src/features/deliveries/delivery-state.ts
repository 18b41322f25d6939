import type { deliveries } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** `undelivered` is stored as `failed`: its gateway took it, and said later that it did not arrive. */
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

/** What a gateway may say of a message after it has taken it. */
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
  | 'unanswered'
  | 'interrupted'
  | 'rescheduled'
  | 'answered'
  | ReceiptEvent;

/**
 * The life of a delivery: event × from → to. An event does not move a delivery whose situation it does not name.
 *
 * What an attempt came to and what a receipt says may arrive in either order, and come to the same: a receipt of failure
 * outweighs `accepted`, an answer outweighs everything, and what is known to have arrived is not sent again.
 */
export const DELIVERY_LIFECYCLE: Record<DeliveryEvent, Partial<Record<Situation, Situation>>> = {
  /** A worker is about to send it. */
  claimed: { scheduled: 'sending' },
  /** An interrupted API push, whose receiver knows it again by its key. */
  claimed_again: { sending: 'sending' },
  /** Quiet hours, or a rate limit. */
  postponed: { scheduled: 'scheduled' },
  /** An acknowledged message about the patient is not processed yet: it may take back what this is about. */
  held_back: { scheduled: 'scheduled', sending: 'scheduled' },
  /** The gate refused it, or what asked for it was taken back. */
  suppressed: { scheduled: 'suppressed' },
  /** It cannot leave: there is no address, or its broadcast is paused. */
  blocked: { scheduled: 'failed' },
  /** The gateway took it, whatever others made of the row in the meantime. */
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
  /** The gateway does not want it. */
  refused: { sending: 'failed' },
  /** Certainly not delivered, and worth another attempt. */
  retried: { sending: 'scheduled', undelivered: 'scheduled' },
  /** Refused by its channel: the gate is asked about the other. */
  fell_back: { sending: 'scheduled', undelivered: 'scheduled' },
  /** It may or may not have arrived; a person decides. */
  unanswered: { sending: 'failed' },
  /** The process that sent it ended. It may or may not have arrived; a person decides. */
  interrupted: { sending: 'failed' },
  /** Tried again by a person. */
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
  /** Receipt: it arrived. */
  delivered: {
    scheduled: 'delivered',
    suppressed: 'delivered',
    sending: 'delivered',
    sent: 'delivered',
    delivered: 'delivered',
    failed: 'delivered',
    answered: 'answered',
  },
  /** Receipt: it failed, or bounced. */
  undelivered: {
    sending: 'undelivered',
    sent: 'undelivered',
    delivered: 'undelivered',
    failed: 'undelivered',
    undelivered: 'undelivered',
  },
};

/** One delivery and what happened to it; columns that are not named stay as they are. */
export interface DeliveryMove {
  id: number;
  event: DeliveryEvent;
  /** When it is to be sent (postponed, retried, fell_back, rescheduled), was sent (accepted) or arrived (delivered). */
  at?: Date;
  reason?: deliveries.SuppressionReason;
  error?: string;
  /** A moment under the rate limits that is reserved for it; postponed without one, it asks for another. */
  slot_at?: Date | null;
  gateway_message_id?: string | null;
  retry_id?: number;
  channel?: deliveries.Channel;
  recipient?: string | null;
  gateway?: string;
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

/**
 * Moves deliveries by the table, and writes what goes with each event; the only place where a delivery's state changes.
 * Rows are locked in the order of their ids, so that two callers do not wait for each other. Returns the new states of those
 * that moved.
 */
export async function moveDeliveries(
  tx: Tx,
  applicationId: number,
  moves: readonly DeliveryMove[],
): Promise<Map<number, deliveries.DeliveryState>> {
  if (moves.length === 0) return new Map();
  const { rows } = await sql<{ id: number; state: deliveries.DeliveryState }>`
    with moving as (
      select m.*, ${NEXT} as next
      from deliveries d
      join json_to_recordset(${JSON.stringify(moves)}::json) as m (
        id bigint, event text, at timestamptz, reason text, error text, slot_at timestamptz, gateway_message_id text,
        retry_id bigint, channel text, recipient text, gateway text, invitation_id bigint, subject text, text text)
        on m.id = d.id
      where d.application_id = ${applicationId}
      order by d.id
      for update of d)
    update deliveries d set
      state = case m.next when 'undelivered' then 'failed' else m.next end,
      undelivered = m.next = 'undelivered',
      reason = case when m.next = 'suppressed' then coalesce(m.reason, d.reason) end,
      send_at = case when m.event in ('postponed', 'held_back', 'retried', 'fell_back', 'rescheduled') then m.at else d.send_at end,
      slot_at = case when m.event in ('postponed', 'held_back', 'retried', 'fell_back', 'rescheduled') then m.slot_at else d.slot_at end,
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
      -- It stays, whatever comes of a later attempt: the earlier one may still have got there.
      outcome_unknown = d.outcome_unknown or m.event in ('unanswered', 'interrupted'),
      opened = d.opened or m.event = 'answered',
      channel = case when m.event = 'fell_back' then d.fallback_channel else coalesce(m.channel, d.channel) end,
      fallback_channel = case when m.event = 'fell_back' then null else d.fallback_channel end,
      recipient = case when m.event = 'fell_back' then null else coalesce(m.recipient, d.recipient) end,
      gateway = coalesce(m.gateway, d.gateway),
      gateway_message_id = coalesce(m.gateway_message_id, d.gateway_message_id),
      invitation_id = coalesce(m.invitation_id, d.invitation_id),
      subject = coalesce(m.subject, d.subject),
      text = coalesce(m.text, d.text),
      retry_id = coalesce(m.retry_id, d.retry_id)
    from moving m
    where d.application_id = ${applicationId} and d.id = m.id and m.next is not null
    returning d.id, d.state`.execute(tx);
  return new Map(rows.map(({ id, state }) => [id, state]));
}
