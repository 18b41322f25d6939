import type { feedback } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { isVisibleContact, patientOfContact } from '../../contacts/index.ts';
import { NotFound } from '../../../platform/errors.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';

/** Throws NotFound for a list that does not exist, or of another application. */
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

/** Returns the caller's wards; for a caller who sees all, the wards of recent visits. */
export async function listWards(tx: Tx, { applicationId, locations }: ApplicationScope): Promise<string[]> {
  if (locations.length > 0) return [...locations];
  const { rows } = await sql<{ location: string }>`
    select distinct location from (
      select location from visits where application_id = ${applicationId} and state <> 'cancelled'
      order by last_event_at desc limit 20000) lately
    where location is not null order by 1 limit 300`.execute(tx);
  return rows.map(({ location }) => location);
}

/** What speaks against offering a person this survey again. */
export interface AskedLately {
  contact_id: number;
  patient_id: number | null;
  language: string | null;
  answered_at: Date | null;
  asked_at: Date | null;
  /** When staff began an offer that was sent to nobody. */
  open_at: Date | null;
  /** An offer of this survey that can still be answered: the one that staff began, else the newest that was sent. */
  id: number | null;
  public_id: string | null;
  token_hash: Buffer | null;
  expires_at: Date | null;
  /** When the first answer to it was given. */
  begun_at: Date | null;
}

/**
 * Returns, for contacts of the list whom the caller may see, in the order given, what was offered to them recently. The
 * application's settings define "recently"; a person is identified by contact, patient and address, as at the gate.
 */
export async function listAskedLately(
  tx: Tx,
  { scope, listId, surveyId, now }: { scope: ApplicationScope; listId: number; surveyId: number; now: Date },
  contactIds: readonly number[],
): Promise<AskedLately[]> {
  const { applicationId } = scope;
  const { rows } = await sql<AskedLately>`
    with people as (
      select c.id, c.email, c.phone, c.language, ${patientOfContact} as patient_id
      from mailing_list_contacts lc join contacts c on c.id = lc.contact_id
      where lc.application_id = ${applicationId} and lc.mailing_list_id = ${listId}
        and lc.contact_id = any(${contactIds}::bigint[]) and ${isVisibleContact(scope)}),
    since as (
      select ${now}::timestamptz - make_interval(days => survey_interval_days) as at
      from applications where id = ${applicationId})
    select p.id as contact_id, p.patient_id, p.language,
      (select max(i.answered_at) from invitations i
        where i.application_id = ${applicationId} and i.survey_id = ${surveyId} and i.answered_at > since.at
          and (i.contact_id = p.id or i.patient_id = p.patient_id)) as answered_at,
      (select max(greatest(i.asked_at, i.may_have_arrived_at)) from invitations i
        where i.application_id = ${applicationId} and i.case_id is null
          and greatest(i.asked_at, i.may_have_arrived_at) > since.at
          and (i.contact_id = p.id or i.patient_id = p.patient_id or i.address in (p.phone, lower(p.email)))) as asked_at,
      case when open.by_hand then open.created_at end as open_at,
      open.id, open.public_id, open.token_hash, open.expires_at, open.opened_at as begun_at
    from people p cross join since
    left join lateral (
      select i.id, i.public_id, i.token_hash, i.created_at, i.expires_at, i.opened_at, i.asking is null as by_hand
      from invitations i
      where i.application_id = ${applicationId} and i.survey_id = ${surveyId}
        and (i.contact_id = p.id or i.patient_id = p.patient_id)
        and i.answered_at is null and i.withdrawn_at is null and i.expires_at > ${now}
      order by by_hand desc, i.id desc limit 1) open on true
    order by array_position(${contactIds}::bigint[], p.id)`.execute(tx);
  return rows;
}

/** Returns the strongest reason not to offer the survey. */
export function askedState({
  answered_at,
  asked_at,
  open_at,
}: AskedLately): { state: (typeof feedback.ASKED_STATES)[number]; at: Date } | null {
  if (answered_at) return { state: 'answered', at: answered_at };
  if (asked_at) return { state: 'asked', at: asked_at };
  return open_at && { state: 'open', at: open_at };
}
