import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PatientChannel } from './patient-channel.ts';
import type { TextMeaning } from '../text-meaning/index.ts';

/** The delivery that a text answers, and its person. */
export interface AnsweredDelivery {
  application_id: number;
  /** null when this sender was sent nothing. */
  delivery_id: number | null;
  recipient: string;
  patient_id: number | null;
  visit_id: number | null;
  contact_id: number | null;
  location: string | null;
  language: string | null;
}

/**
 * Finds the newest delivery that a text may answer. With `applicationIds` only in these applications; null means in
 * all, which needs a transaction that sees all.
 */
export async function findAnsweredDelivery(
  tx: Tx,
  applicationIds: readonly number[] | null,
  { channel, address, deliveryKey }: { channel: PatientChannel; address: string; deliveryKey: string | null },
): Promise<AnsweredDelivery | null> {
  const isTheirs = applicationIds === null ? sql`true` : sql`d.application_id = any(${applicationIds}::bigint[])`;
  const which =
    deliveryKey === null
      ? sql`d.recipient = ${address} and d.channel = ${channel} and d.purpose in ('survey', 'message', 'de_escalation')`
      : sql`d.idempotency_key = ${deliveryKey} and d.channel = ${channel}
          and d.purpose in ('survey', 'message', 'de_escalation', 'automatic_reply')`;
  const { rows } = await sql<AnsweredDelivery>`
    select d.application_id, d.id as delivery_id, d.recipient, d.patient_id, d.visit_id, d.contact_id, d.location,
      coalesce(i.language, p.language, c.language) as language
    from deliveries d
    left join invitations i on i.application_id = d.application_id and i.id = d.invitation_id
    left join patients p on p.application_id = d.application_id and p.id = d.patient_id
    left join contacts c on c.application_id = d.application_id and c.id = d.contact_id
    where ${which} and ${isTheirs} and d.recipient is not null
      and d.state in ('sending', 'sent', 'delivered', 'failed', 'answered')
    order by coalesce(d.sent_at, d.created_at) desc, d.id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the applications that send from this number. Needs a transaction that sees all. */
export async function listApplicationsWithSender(tx: Tx, digits: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from applications
    where regexp_replace(sms_sender, '^[+]|^00', '') = ${digits} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface NewInboundText {
  application_id: number | null;
  channel: PatientChannel;
  from_address: string;
  subject: string | null;
  text: string;
  received_at: Date;
  received_from: string;
  gateway_message_id: string | null;
  delivery_id: number | null;
  patient_id: number | null;
  visit_id: number | null;
  contact_id: number | null;
  location: string | null;
  language: string | null;
  understood: TextMeaning | null;
  doubtful: boolean;
  harm: boolean;
  automatic: boolean;
  attachments: number;
  read_at: Date | null;
}

/** Returns the id; null when the gateway has sent this text before. */
export async function insertInboundText(tx: Tx, text: NewInboundText): Promise<number | null> {
  const row = await tx
    .insertInto('inbound_texts')
    .values(text)
    .onConflict((conflict) => conflict.columns(['received_from', 'channel', 'gateway_message_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns the reply that was given when the gateway sent this text before. */
export async function findEarlierAnswer(
  tx: Tx,
  { received_from, channel, gateway_message_id }: NewInboundText,
): Promise<{ understood: TextMeaning | null; reply: string | null }> {
  const found = await tx
    .selectFrom('inbound_texts')
    .select(['understood', 'reply'])
    .$narrowType<{ understood: TextMeaning | null }>()
    .where('received_from', '=', received_from)
    .where('channel', '=', channel)
    .where('gateway_message_id', '=', gateway_message_id)
    .executeTakeFirst();
  return { understood: found?.understood ?? null, reply: found?.reply ?? null };
}

export async function setReply(tx: Tx, id: number, { reply, doubtful }: { reply: string | null; doubtful: boolean }) {
  await tx.updateTable('inbound_texts').set({ reply, doubtful }).where('id', '=', id).execute();
}

/** Returns true once in so many days for an address, even if several callers ask at the same time. */
export async function claimNotice(
  tx: Tx,
  { applicationId, channel, address }: { applicationId: number; channel: PatientChannel; address: string },
  now: Date,
  everyDays: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into inbound_notices (application_id, channel, address, sent_at)
    values (${applicationId}, ${channel}, ${address}, ${now})
    on conflict (application_id, channel, address) do update set sent_at = excluded.sent_at
      where inbound_notices.sent_at <= ${now}::timestamptz - make_interval(days => ${everyDays})
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns how the application replies automatically. */
export async function getReplySettings(tx: Tx, applicationId: number) {
  return tx
    .selectFrom('applications')
    .select([sql<string>`coalesce(sender_name, title)`.as('hospital'), 'language', 'unwatched_notice'])
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
}

/** Keeps the first time that the text was read. */
export async function markTextRead(tx: Tx, applicationId: number, id: number, userId: number | null, now: Date) {
  await tx
    .updateTable('inbound_texts')
    .set({ read_at: now, read_by_id: userId })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .execute();
}

/** Keeps the first time that a person acted on the text, which also counts as reading it. */
export async function markTextHandled(tx: Tx, applicationId: number, id: number, userId: number | null, now: Date) {
  await markTextRead(tx, applicationId, id, userId, now);
  await tx
    .updateTable('inbound_texts')
    .set({ handled_at: now })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .execute();
}

/**
 * Deletes the words and addresses of texts from these patients, and from these contacts and addresses. The rows stay.
 * Returns their number.
 */
export async function forgetTextsOf(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
  { contactIds, addresses }: { contactIds: readonly number[]; addresses: readonly string[] } = NOBODY_ELSE,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update inbound_texts set from_address = '', subject = null, text = '', reply = null
    where application_id = ${applicationId} and (
      patient_id = any(${patientIds}::bigint[]) or contact_id = any(${contactIds}::bigint[])
      or from_address = any(${addresses}::text[]))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

const NOBODY_ELSE = { contactIds: [], addresses: [] };
