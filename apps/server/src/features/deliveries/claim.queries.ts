import type { deliveries } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Claimed } from './dispatch.ts';

/** A delivery that is locked, and whom it is for. */
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
  /** The contact's patient, when there is one. */
  patient_id: number | null;
  /** Where the person can be reached. */
  email: string | null;
  phone: string | null;
}

const selectCandidates = (which: RawBuilder<unknown>) => sql<Candidate>`
  select d.id, d.state, d.purpose, d.channel, d.send_at, d.slot_at, d.recipient, d.contact_id, d.invitation_id,
    d.broadcast_run_id, p.id as patient_id,
    case
      when d.addressed then case when d.channel = 'email' then d.recipient end
      when c.id is null then p.email else c.email end as email,
    case
      when d.addressed then case when d.channel = 'sms' then d.recipient end
      when c.id is null then p.phone else c.phone end as phone
  from deliveries d
  left join contacts c on c.application_id = d.application_id and c.id = d.contact_id
  left join lateral (
    select found.id, found.email, found.phone from patients found
    where found.application_id = d.application_id and found.id = coalesce(d.patient_id, (
      select n.patient_id from patient_identifiers n
      where n.application_id = d.application_id and n.identifier = c.external_id
      order by n.patient_id limit 1))) p on true
  ${which}`;

/** Locks these deliveries in the order of their ids; who comes second waits, and sees what the first one did. */
export async function lockNamed(tx: Tx, applicationId: number, ids: readonly number[]): Promise<Candidate[]> {
  const { rows } = await selectCandidates(
    sql`where d.application_id = ${applicationId} and d.id = any(${ids}::bigint[]) order by d.id for update of d`,
  ).execute(tx);
  return rows;
}

/** Locks deliveries of a run that are due and that nobody else is claiming. */
export async function lockDueOfRun(tx: Tx, runId: number, now: Date, limit: number): Promise<Candidate[]> {
  // Not by application_id: the index on it and send_at would lead through everything that was ever sent.
  const { rows } = await selectCandidates(sql`
    where d.broadcast_run_id = ${runId} and d.state = 'scheduled' and d.send_at <= ${now}
    order by d.send_at, d.id
    limit ${limit}
    for update of d skip locked`).execute(tx);
  return rows;
}

/** Locks until the transaction ends, in one order, so that two claims never wait for each other. */
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
  /** null: as fast as the gateways take it. */
  sends_per_minute: number | null;
  /** Somebody must release the application before anything leaves. */
  held: boolean;
}

export async function getSendingRules(tx: Tx, applicationId: number): Promise<SendingRules> {
  const { rows } = await sql<SendingRules>`
    select a.time_zone, a.quiet_from, a.quiet_to, a.sends_per_minute,
      exists (select from sending_holds h where h.application_id = a.id and h.released_at is null) as held
    from applications a where a.id = ${applicationId}`.execute(tx);
  return rows[0] as SendingRules;
}

/** What dispatching needs of deliveries that were moved to `sending`. */
export async function listClaimed(tx: Tx, applicationId: number, ids: readonly number[]): Promise<Claimed[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Claimed>`
    select d.id, d.application_id, d.purpose, d.channel, coalesce(d.recipient, '') as recipient, d.subject, d.text, d.endpoint,
      d.payload, d.idempotency_key, d.attempts, d.fallback_channel, i.public_id, i.language,
      coalesce(a.sender_name, a.title) as sender_name, a.sender_email, a.sms_sender
    from deliveries d
    join applications a on a.id = d.application_id
    -- offset 0: one by one, and not the whole table, as in ask-gate.ts
    left join lateral (select one.* from invitations one where one.id = d.invitation_id offset 0) i on true
    where d.application_id = ${applicationId} and d.id = any(${ids}::bigint[])
    order by d.id`.execute(tx);
  return rows;
}
