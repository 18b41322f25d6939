import type { feedback } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';

/** 404 for a list of another application as for none. */
export async function getListName(tx: Tx, applicationId: number, listId: number): Promise<string> {
  const found = await tx
    .selectFrom('mailing_lists')
    .select('name')
    .where('application_id', '=', applicationId)
    .where('id', '=', listId)
    .executeTakeFirst();
  if (!found) throw new NotFound('This mailing list');
  return found.name;
}

export async function listActiveSurveys(tx: Tx, applicationId: number): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from surveys where application_id = ${applicationId} and active
    order by lower(title), id limit 1000`.execute(tx);
  return rows;
}

export async function findLastSurvey(tx: Tx, applicationId: number, listId: number): Promise<number | null> {
  const { rows } = await sql<{ survey_id: number }>`
    select used.survey_id from (
      (select survey_id, created_at as at from invitations
        where application_id = ${applicationId} and mailing_list_id = ${listId} order by id desc limit 1)
      union all
      (select survey_id, started_at from kiosks
        where application_id = ${applicationId} and mailing_list_id = ${listId} order by id desc limit 1)) used
    join surveys s on s.application_id = ${applicationId} and s.id = used.survey_id and s.active
    order by used.at desc limit 1`.execute(tx);
  return rows[0]?.survey_id ?? null;
}

export async function listDepartmentTitles(tx: Tx, applicationId: number): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from departments where application_id = ${applicationId} and deleted_at is null
    order by lower(title), id limit 1000`.execute(tx);
  return rows;
}

/** Those of the caller, else those that visits of late name. */
export async function listWards(tx: Tx, { applicationId, locations }: Scope): Promise<string[]> {
  if (locations.length > 0) return [...locations];
  const { rows } = await sql<{ location: string }>`
    select distinct location from (
      select location from visits where application_id = ${applicationId} and state <> 'cancelled'
      order by last_event_at desc limit 20000) lately
    where location is not null order by 1 limit 300`.execute(tx);
  return rows.map(({ location }) => location);
}

/** What is known of somebody and a survey, as far as it speaks against asking again. */
export interface AskedLately {
  contact_id: number;
  patient_id: number | null;
  language: string | null;
  answered_at: Date | null;
  asked_at: Date | null;
  /** Begun with staff, sent to nobody. */
  open_at: Date | null;
  /** Of an offer of this survey that can still be answered: the one begun with staff, else the newest sent. */
  open_id: string | null;
}

/**
 * Of contacts of the list, in the order given. "Lately" is what the application says of surveys; somebody is known by
 * contact, patient and address, as at the gate.
 */
export async function listAskedLately(
  tx: Tx,
  { applicationId, listId, surveyId, now }: { applicationId: number; listId: number; surveyId: number; now: Date },
  contactIds: readonly number[],
): Promise<AskedLately[]> {
  const { rows } = await sql<AskedLately>`
    with people as (
      select c.id, c.email, c.phone, c.language, (
        select min(n.patient_id) from patient_identifiers n
        where n.application_id = c.application_id and n.identifier = c.external_id) as patient_id
      from mailing_list_contacts lc join contacts c on c.id = lc.contact_id
      where lc.application_id = ${applicationId} and lc.mailing_list_id = ${listId}
        and lc.contact_id = any(${contactIds}::bigint[])),
    since as (
      select ${now}::timestamptz - make_interval(days => survey_interval_days) as at
      from applications where id = ${applicationId})
    select p.id as contact_id, p.patient_id, p.language,
      (select max(i.answered_at) from invitations i
        where i.application_id = ${applicationId} and i.survey_id = ${surveyId} and i.answered_at > since.at
          and (i.contact_id = p.id or i.patient_id = p.patient_id)) as answered_at,
      (select max(coalesce(d.sent_at, d.send_at)) from deliveries d
        where d.application_id = ${applicationId} and d.purpose = 'survey'
          and d.state in ('sending', 'sent', 'delivered', 'answered') and d.sent_at > since.at
          and (d.contact_id = p.id or d.patient_id = p.patient_id or d.recipient in (p.phone, p.email, lower(p.email)))) as asked_at,
      case when open.by_hand then open.created_at end as open_at,
      open.public_id as open_id
    from people p cross join since
    left join lateral (
      select i.public_id, i.created_at, not exists (
        select from deliveries d where d.application_id = i.application_id and d.invitation_id = i.id) as by_hand
      from invitations i
      where i.application_id = ${applicationId} and i.survey_id = ${surveyId}
        and (i.contact_id = p.id or i.patient_id = p.patient_id)
        and i.answered_at is null and i.withdrawn_at is null and i.expires_at > ${now}
      order by by_hand desc, i.id desc limit 1) open on true
    order by array_position(${contactIds}::bigint[], p.id)`.execute(tx);
  return rows;
}

/** The strongest reason not to ask. */
export function askedState({ answered_at, asked_at, open_at }: AskedLately): feedback.PersonToAsk['asked'] {
  if (answered_at) return { state: 'answered', at: answered_at as never };
  if (asked_at) return { state: 'asked', at: asked_at as never };
  return open_at && { state: 'open', at: open_at as never };
}
