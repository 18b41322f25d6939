import type { deliveries } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { patientOfContact } from '../contacts/index.ts';
import { PATIENT_PURPOSES, PURPOSES_TO_PATIENTS } from '../suppression/index.ts';
import type { Claimed } from './dispatch.ts';
import { onlyRow } from '../../platform/db/only-row.ts';

/** A locked delivery and its person. */
export interface Candidate {
  id: number;
  state: deliveries.DeliveryState;
  purpose: (typeof deliveries.DELIVERY_PURPOSES)[number];
  channel: deliveries.Channel;
  send_at: Date;
  slot_at: Date | null;
  recipient: string | null;
  contact_id: number | null;
  invitation_id: number | null;
  broadcast_run_id: number | null;
  /** The job that sends it. */
  claimed_by: string | null;
  /** The patient of the delivery, or the one that its contact stands for; null when there is none. */
  patient_id: number | null;
  /** Addresses of the person. */
  email: string | null;
  phone: string | null;
  /** The rule and the ward whose quota it counts for; null when its rule has none. */
  quota_key: string | null;
}

const selectCandidates = (which: RawBuilder<unknown>) => sql<Candidate>`
  select d.id, d.state, d.purpose, d.channel, d.send_at, d.slot_at, d.recipient, d.contact_id, d.invitation_id,
    d.broadcast_run_id, d.claimed_by, p.id as patient_id,
    case
      when d.addressed then case when d.channel = 'email' then d.recipient end
      when c.id is null then p.email else c.email end as email,
    case
      when d.addressed then case when d.channel = 'sms' then d.recipient end
      when c.id is null then p.phone else c.phone end as phone,
    d.quota_key
  from deliveries d
  left join contacts c on c.application_id = d.application_id and c.id = d.contact_id
  -- the person first, with offset 0, as in suppression/facts.queries.ts, so that patients are found by their index
  cross join lateral (
    select coalesce(d.patient_id, ${patientOfContact}) as patient_id
    offset 0) person
  left join lateral (
    select found.id, found.email, found.phone from patients found
    where found.application_id = d.application_id and found.id = person.patient_id
    offset 0) p on true
  ${which}`;

/**
 * Locks a delivery, and deliveries that this job left `sending` when its process died. A second caller waits, and then
 * sees the result of the first.
 */
export async function lockNamed(tx: Tx, applicationId: number, id: number, claim: string | null): Promise<Candidate[]> {
  const { rows } = await selectCandidates(sql`
    where d.application_id = ${applicationId}
      and (d.id = ${id} or d.state = 'sending' and d.claimed_by = ${claim}::uuid)
    order by d.id for update of d`).execute(tx);
  return rows;
}

/**
 * Locks other due deliveries to patients on the same channel, the oldest first. Deliveries that another transaction has
 * locked are skipped.
 */
export async function lockDueBeside(
  tx: Tx,
  applicationId: number,
  { id, channel }: Candidate,
  now: Date,
  limit: number,
): Promise<Candidate[]> {
  if (limit <= 0) return [];
  const { rows } = await selectCandidates(sql`
    where d.application_id = ${applicationId} and d.state = 'scheduled' and d.broadcast_run_id is null and d.send_at <= ${now}
      and d.id <> ${id} and d.channel = ${channel} and d.purpose = any(${PATIENT_PURPOSES}::text[])
    order by d.send_at, d.id
    limit ${limit}
    for update of d skip locked`).execute(tx);
  return rows;
}

/** Locks due deliveries of a run. Deliveries that another transaction has locked are skipped. */
export async function lockDueOfRun(tx: Tx, runId: number, now: Date, limit: number): Promise<Candidate[]> {
  // The condition leaves out application_id on purpose: with it, the index on application_id and send_at would be used,
  // and all deliveries ever sent would be read.
  const { rows } = await selectCandidates(sql`
    where d.broadcast_run_id = ${runId} and d.state = 'scheduled' and d.send_at <= ${now}
    order by d.send_at, d.id
    limit ${limit}
    for update of d skip locked`).execute(tx);
  return rows;
}

/** Takes these locks until the transaction ends, always in the same order, so that two claims do not deadlock. */
export async function lockAll(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    select count(pg_advisory_xact_lock(key))
    from (select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) keys`.execute(
    tx,
  );
}

export interface SendingRules {
  time_zone: string;
  quiet_from: string;
  quiet_to: string;
  /** null when only the gateways limit the rate. */
  sends_per_minute: number | null;
  /** Why sending is on hold until a person releases it; by hand, what goes to colleagues still leaves. Null: it is not. */
  held: 'restored' | 'by_hand' | null;
}

export async function getSendingRules(tx: Tx, applicationId: number): Promise<SendingRules> {
  const { rows } = await sql<SendingRules>`
    select a.time_zone, a.quiet_from, a.quiet_to, a.sends_per_minute,
      (select h.reason from sending_holds h where h.application_id = a.id and h.released_at is null) as held
    from applications a where a.id = ${applicationId}`.execute(tx);
  return onlyRow(rows);
}

/** Whether this delivery goes to a patient. */
export async function goesToPatient(tx: Tx, applicationId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries
    where application_id = ${applicationId} and id = ${id} and purpose = any(${PURPOSES_TO_PATIENTS}::text[])`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Returns what dispatching needs of deliveries that were moved to `sending`. */
export async function listClaimed(
  tx: Tx,
  applicationId: number,
  ids: readonly number[],
): Promise<Omit<Claimed, 'last_message_id'>[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<Claimed, 'last_message_id'>>`
    select d.id, d.application_id, d.message_id, d.purpose, d.channel, coalesce(d.recipient, '') as recipient, d.subject, d.text, d.endpoint,
      d.payload, d.idempotency_key, d.attempts, d.fallback_channel, i.public_id, i.token_hash, i.language,
      d.purpose = 'message' and d.user_id is not null as by_person,
      coalesce(a.sender_name, a.title) as sender_name, a.sender_email, a.sms_sender, a.title as hospital, a.logo, a.html_emails
    from deliveries d
    join applications a on a.id = d.application_id
    -- offset 0: rows are looked up one by one and not by reading the whole table, as in suppression/facts.queries.ts
    left join lateral (select one.* from invitations one where one.id = d.invitation_id offset 0) i on true
    where d.application_id = ${applicationId} and d.id = any(${ids}::bigint[])
    order by d.id`.execute(tx);
  return rows;
}

/** Returns the deliveries that this attempt claimed and that are still `sending`. */
export async function listClaimedBy(tx: Tx, applicationId: number, attempt: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from deliveries
    where application_id = ${applicationId} and state = 'sending' and claim_attempt = ${attempt}::uuid
    order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}
