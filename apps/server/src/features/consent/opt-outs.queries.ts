import { sql, type RawBuilder } from 'kysely';
import { patientNow } from '../../platform/db/patient-now.ts';
import type { Tx } from '../../platform/db/database.ts';
import { announceEvent } from '../webhooks/index.ts';
import { appendEvents } from './consent-events.queries.ts';
import { deleteErased, findErasedSource } from './erased-opt-outs.queries.ts';
import { optOutSource, type Address, type Decision, type OptOutSource } from './opt-out.ts';
import type { PatientChannel } from './patient-channel.ts';

/** Sources of opt-outs that the person made, and may withdraw. */
export const OWN_WORD: readonly OptOutSource[] = ['unsubscribe', 'stop', 'preferences'];

/**
 * Stores an opt-out, which takes effect at once, its entry in the ledger, and the event for webhooks. A person's own opt-out replaces a bounce.
 * Returns false when the address was opted out before.
 */
export async function insertOptOut(
  tx: Tx,
  { applicationId, channel, address }: Address,
  decision: Decision,
): Promise<boolean> {
  const append = await appendEvents(tx, { applicationId, change: 'opted_out', purpose: 'all' }, decision);
  const { rows } = await sql<{ id: number }>`
    with changed as (
      insert into opt_outs (application_id, channel, address, source, user_id)
      values (${applicationId}, ${channel}, ${address.toLowerCase()}, ${optOutSource(decision)}, ${decision.userId ?? null})
      on conflict (application_id, channel, address) do update set source = excluded.source, user_id = excluded.user_id
        where opt_outs.source = 'bounce' and excluded.source <> 'bounce'
      returning channel, address)
    ${append(sql`select * from changed`)}
    returning id`.execute(tx);
  const [entry] = rows;
  // Nobody has said anything when an e-mail bounces.
  if (entry && decision.source !== 'bounce')
    await announceEvent(tx, applicationId, 'patient.opted_out', {
      consent_event_id: entry.id,
      channel,
      source: decision.source,
      patient_id: decision.patientId ?? null,
      contact_id: decision.contactId ?? null,
    });
  return entry !== undefined;
}

/**
 * Withdraws the person's own opt-out. An opt-out that was recorded otherwise (a bounce, a colleague) stays. Returns
 * false when there was nothing to withdraw.
 */
export async function deleteOwnOptOut(
  tx: Tx,
  { applicationId, channel, address }: Address,
  decision: Decision,
): Promise<boolean> {
  const append = await appendEvents(tx, { applicationId, change: 'resumed', purpose: 'all' }, decision);
  const at = address.toLowerCase();
  const { numAffectedRows } = await sql`
    with withdrawn as (
      delete from opt_outs
      where application_id = ${applicationId} and channel = ${channel} and address = ${at}
        and source = any(${OWN_WORD}::text[])
      returning 1),
    recognised as (${deleteErased({ applicationId, channel, address }, OWN_WORD)})
    ${append(sql`
      select ${channel}::text as channel, ${at}::text as address
      where exists (select from withdrawn) or exists (select from recognised)`)}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/**
 * Withdraws every opt-out on a channel, whatever its source, when a person tells a colleague so. `addresses` is a query
 * with the columns channel and address. Returns the number of opt-outs.
 */
export async function deleteOptOuts(
  tx: Tx,
  {
    applicationId,
    channel,
    addresses,
  }: { applicationId: number; channel: PatientChannel; addresses: RawBuilder<unknown> },
  decision: Decision,
): Promise<number> {
  const append = await appendEvents(tx, { applicationId, change: 'resumed', purpose: 'all' }, decision);
  const { numAffectedRows } = await sql`
    with changed as (
      delete from opt_outs
      where application_id = ${applicationId} and channel = ${channel} and (channel, address) in (${addresses})
      returning channel, address)
    ${append(sql`select * from changed`)}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export const hasOptedOut = async (tx: Tx, address: Address): Promise<boolean> =>
  (await findOptOutSource(tx, address)) !== null;

/** Returns who opted the address out; null when nobody did. A bounce does not count. */
export async function findOptOutSource(
  tx: Tx,
  { applicationId, channel, address }: Address,
): Promise<OptOutSource | null> {
  const found = await tx
    .selectFrom('opt_outs')
    .select('source')
    .$narrowType<{ source: OptOutSource }>()
    .where('application_id', '=', applicationId)
    .where('channel', '=', channel)
    .where('address', '=', address.toLowerCase())
    .where('source', '<>', 'bounce')
    .executeTakeFirst();
  return found?.source ?? findErasedSource(tx, { applicationId, channel, address });
}

/** A delivery and whom it was sent to. */
export interface SentTo {
  application_id: number;
  channel: PatientChannel;
  recipient: string;
  contact_id: number | null;
  patient_id: number | null;
  language: string | null;
}

/**
 * Returns the addresses of the recipient: the one the delivery was sent to, and the one on record for the other
 * channel.
 */
export async function findAddressesOf(
  tx: Tx,
  { application_id, channel, recipient, contact_id, patient_id }: SentTo,
): Promise<{ channel: PatientChannel; address: string }[]> {
  const known = await findAddressesOfPerson(tx, application_id, { patientId: patient_id, contactId: contact_id });
  const at = (one: PatientChannel) =>
    one === channel ? recipient : known.find((other) => other.channel === one)?.address;
  return (['email', 'sms'] as const).flatMap((one) => {
    const address = at(one);
    return address ? [{ channel: one, address }] : [];
  });
}

/** Returns the present addresses of a contact or patient. Those of a contact count before those of the patient. */
export async function findAddressesOfPerson(
  tx: Tx,
  applicationId: number,
  { patientId, contactId }: { patientId: number | null; contactId: number | null },
): Promise<{ channel: PatientChannel; address: string }[]> {
  const { rows } = await sql<{ email: string | null; phone: string | null }>`
    select coalesce(c.email, p.email) as email, coalesce(c.phone, p.phone) as phone
    from (select ${contactId}::bigint as contact_id, ${patientId}::bigint as patient_id) person
    left join contacts c on c.application_id = ${applicationId} and c.id = person.contact_id
    left join patients own on own.application_id = ${applicationId} and own.id = person.patient_id
    left join patients p on p.application_id = ${applicationId} and p.id = ${patientNow('own')}`.execute(tx);
  const { email = null, phone = null } = rows[0] ?? {};
  return [
    ...(email ? [{ channel: 'email' as const, address: email }] : []),
    ...(phone ? [{ channel: 'sms' as const, address: phone }] : []),
  ];
}

export async function getSenderName(tx: Tx, applicationId: number): Promise<string> {
  const { name } = await tx
    .selectFrom('applications')
    .select(sql<string>`coalesce(sender_name, title)`.as('name'))
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return name;
}

/** Returns which of these phones texted STOP to this application. Bounces do not count. */
export async function listStoppedPhones(
  tx: Tx,
  applicationId: number,
  phones: readonly string[],
): Promise<ReadonlySet<string>> {
  if (phones.length === 0) return new Set();
  const rows = await tx
    .selectFrom('opt_outs')
    .select('address')
    .where('application_id', '=', applicationId)
    .where('channel', '=', 'sms')
    .where('source', '<>', 'bounce')
    .where('address', 'in', phones)
    .execute();
  return new Set(rows.map(({ address }) => address));
}
