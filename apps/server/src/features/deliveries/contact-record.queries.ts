import type { contacts, PagingQuery } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import type { Scope } from '../../platform/scope.ts';
import { PATIENT_PURPOSES } from '../suppression/index.ts';
import type { PatientChannel } from '../consent/index.ts';

interface Person {
  id: number;
  email: string | null;
  phone: string | null;
  patient_id: number | null;
}

/** Every address that this person was, or is, written to. */
const addressesOf = (applicationId: number, { id, email, phone }: Person) => sql`
  select 'email' as channel, ${email?.toLowerCase() ?? null} as address
  union select 'sms', ${phone}
  union select d.channel, lower(d.recipient) from deliveries d
    where d.application_id = ${applicationId} and d.contact_id = ${id} and d.channel in ('email', 'sms')`;

/** How things stand, and how they came to: noted and taken back, newest first. */
export async function getConsent(tx: Tx, applicationId: number, person: Person): Promise<contacts.Consent> {
  const { rows: changes } = await sql<contacts.OptOutChange>`
    select h.id, h.channel, h.address, h.change, h.source, u.name as user_name, h.reason, h.at
    from opt_out_changes h
    left join users u on u.id = h.user_id
    where h.application_id = ${applicationId} and (h.channel, h.address) in (${addressesOf(applicationId, person)})
    order by h.id desc limit 200`.execute(tx);
  const { rows: standing } = await sql<{ channel: PatientChannel; address: string; source: string }>`
    select channel, address, source from opt_outs
    where application_id = ${applicationId} and (channel, address) in (${addressesOf(applicationId, person)})`.execute(
    tx,
  );
  const of = (channel: PatientChannel, address: string | null) => {
    const ofChannel = standing.filter((one) => one.channel === channel);
    // Stop at an earlier address holds as well; a bounce is of its own address alone.
    const found =
      ofChannel.find((one) => one.address === address?.toLowerCase()) ??
      ofChannel.find((one) => one.source !== 'bounce');
    return { channel, address, source: found?.source ?? null };
  };
  return { channels: [of('email', person.email), of('sms', person.phone)], changes };
}

/** Who does what follows, and why: the ledger of opt-outs reads it. */
export async function sayWhy(tx: Tx, userId: number | null, reason: string): Promise<void> {
  await sql`
    select set_config('wardvoice.opt_out_user', ${String(userId ?? '')}, true),
      set_config('wardvoice.opt_out_reason', ${reason}, true)`.execute(tx);
}

/** At every address of theirs on this channel. Returns how many were taken back. */
export async function takeBackOptOuts(
  tx: Tx,
  applicationId: number,
  person: Person,
  channel: PatientChannel,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from opt_outs
    where application_id = ${applicationId} and channel = ${channel}
      and (channel, address) in (${addressesOf(applicationId, person)})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Deliveries to the contact and to the patient it is; of the patient's, those of the caller's wards. */
export function listContactHistory(tx: Tx, scope: Scope, { id, patient_id }: Person, paging: PagingQuery) {
  const applicationId = scope.applicationId as number;
  const query = tx
    .selectFrom('deliveries as d')
    .leftJoin('hl7_messages as m', 'm.id', 'd.message_id')
    .leftJoin('invitations as i', 'i.id', 'd.invitation_id')
    .leftJoin('surveys as s', 's.id', 'i.survey_id')
    .leftJoin('feedback as f', 'f.invitation_id', 'i.id')
    .select([
      'd.id',
      sql<contacts.HistoryEntry['channel']>`d.channel`.as('channel'),
      sql<contacts.HistoryEntry['state']>`d.state`.as('state'),
      sql<contacts.HistoryEntry['reason']>`d.reason`.as('reason'),
      'd.recipient',
      'd.subject',
      'd.visit_id',
      'd.patient_id',
      's.title as survey_title',
      'f.score',
      sql<Date>`coalesce(d.sent_at, d.send_at)`.as('at'),
    ])
    .where('d.application_id', '=', applicationId)
    .where('d.purpose', 'in', PATIENT_PURPOSES)
    .where(
      sql<boolean>`d.id in (
        select id from deliveries where application_id = ${applicationId} and contact_id = ${id}
        union all select id from deliveries where application_id = ${applicationId} and patient_id = ${patient_id})`,
    )
    .$if(scope.locations.length > 0, (rows) =>
      rows.where((where) => where.or([where('d.contact_id', '=', id), where('m.location', 'in', scope.locations)])),
    )
    .orderBy('d.id', 'desc');
  return fetchPage(tx, query, paging);
}
