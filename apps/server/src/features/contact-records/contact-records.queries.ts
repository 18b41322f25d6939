import type { contacts, PagingQuery } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { isInWards, isOfSomeWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { deleteOptOuts, type PatientChannel } from '../consent/index.ts';
import { PATIENT_PURPOSES } from '../suppression/index.ts';

interface Person {
  id: number;
  email: string | null;
  phone: string | null;
  patient_id: number | null;
}

/** SQL: every address at which this person is, or was, written to. */
const addressesOf = (applicationId: number, { id, email, phone }: Person) => sql`
  select 'email' as channel, ${email?.toLowerCase() ?? null} as address
  union select 'sms', ${phone}
  union select d.channel, lower(d.recipient) from deliveries d
    where d.application_id = ${applicationId} and d.contact_id = ${id} and d.channel in ('email', 'sms')`;

/** Returns the current consent and its history of recorded and withdrawn opt-outs, newest first. */
export async function getConsent(tx: Tx, scope: ApplicationScope, person: Person): Promise<contacts.Consent> {
  const { applicationId } = scope;
  // Anybody can give a contact any address. The reason of an opt-out is shown only to those who may see the owner of
  // the address.
  const isKnown = !isOfSomeWards(scope) || person.patient_id !== null;
  const { rows: changes } = await sql<contacts.OptOutChange>`
    select h.id, h.channel, h.address, h.change, h.source, u.name as user_name, h.reason, h.at
    from opt_out_changes h
    left join users u on u.id = h.user_id
    where h.application_id = ${applicationId} and (h.channel, h.address) in (${addressesOf(applicationId, person)}) and ${isKnown}
    order by h.id desc limit 200`.execute(tx);
  const { rows: standing } = await sql<{ channel: PatientChannel; address: string; source: string }>`
    select channel, address, source from opt_outs
    where application_id = ${applicationId} and (channel, address) in (${addressesOf(applicationId, person)})`.execute(
    tx,
  );
  const of = (channel: PatientChannel, address: string | null) => {
    const ofChannel = standing.filter((one) => one.channel === channel);
    // An opt-out at an earlier address still counts, unless it is a bounce, which concerns that address alone.
    const found =
      ofChannel.find((one) => one.address === address?.toLowerCase()) ??
      ofChannel.find((one) => one.source !== 'bounce');
    return { channel, address, source: found?.source ?? null };
  };
  return { channels: [of('email', person.email), of('sms', person.phone)], changes };
}

/** Sets who makes the following changes, and why. Triggers of the database read it for the history of opt-outs. */
export async function sayWhy(tx: Tx, userId: number | null, reason: string): Promise<void> {
  await sql`
    select set_config('wardvoice.opt_out_user', ${String(userId ?? '')}, true),
      set_config('wardvoice.opt_out_reason', ${reason}, true)`.execute(tx);
}

/** Withdraws the opt-outs at all addresses of the person on this channel. Returns their number. */
export const withdrawOptOuts = (
  tx: Tx,
  applicationId: number,
  person: Person,
  channel: PatientChannel,
): Promise<number> => deleteOptOuts(tx, applicationId, channel, addressesOf(applicationId, person));

/** Lists deliveries to the contact, and those to its patient in the caller's wards. */
export function listContactHistory(tx: Tx, scope: ApplicationScope, { id, patient_id }: Person, paging: PagingQuery) {
  const { applicationId } = scope;
  const query = tx
    .selectFrom('deliveries as d')
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
    .$if(isOfSomeWards(scope), (rows) =>
      rows.where((where) =>
        where.or([
          where.and([where('d.contact_id', '=', id), where('d.location', 'is', null)]),
          isInWards(scope, 'd.location'),
        ]),
      ),
    )
    .orderBy('d.id', 'desc');
  return fetchPage(tx, query, paging);
}
