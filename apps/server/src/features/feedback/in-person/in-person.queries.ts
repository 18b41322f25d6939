import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { NotFound } from '../../../platform/errors.ts';
import { isInWards } from '../../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { isVisibleContact, patientOfContact } from '../../contacts/index.ts';

export interface OfferHere {
  id: number;
  public_id: string;
  token_hash: Buffer;
  survey_id: number;
  language: string;
  expires_at: Date;
  /** When the first answer was given. */
  opened_at: Date | null;
  answered_at: Date | null;
}

/**
 * Finds the answered survey about the visit of a message, else the newest that can be answered, however it was offered. A step of a pathway
 * that was answered stands for the visit only where its survey is the one that staff would offer; other steps are asked apart from it.
 */
export async function findBedsideInvitation(
  tx: Tx,
  applicationId: number,
  messageId: number,
  surveyId: number | null,
  now: Date,
) {
  const { rows } = await sql<OfferHere>`
    select i.id, i.public_id, i.token_hash, i.survey_id, i.language, i.expires_at, i.opened_at, i.answered_at
    from hl7_messages m
    join invitations i on i.application_id = m.application_id and (i.visit_id = m.visit_id or i.message_id = m.id)
    join surveys s on s.application_id = i.application_id and s.id = i.survey_id
    where m.application_id = ${applicationId} and m.id = ${messageId} and i.case_id is null
      and case when i.answered_at is null then s.active and i.withdrawn_at is null and i.expires_at > ${now}
        else i.occasion_id is null or i.survey_id = ${surveyId} end
    order by i.answered_at is null, i.answered_at is not null and i.occasion_id is not null, i.id desc limit 1`.execute(
    tx,
  );
  return rows[0];
}

/** What staff compare with the person before them. */
export interface FoundPerson {
  patient_id: number | null;
  contact_id: number | null;
  given_name: string | null;
  family_name: string | null;
  name: string;
  birth_date: string | null;
  birth_date_precision: 'day' | 'month' | 'year';
  patient_identifier: string | null;
  phone: string | null;
  email: string | null;
  location: string | null;
  room: string | null;
  bed: string | null;
}

/**
 * Returns the patient of a message as the application knows them now. A visit that went on in a ward of others is shown
 * with the ward of the message.
 */
export async function findPatientHere(
  tx: Tx,
  scope: ApplicationScope,
  messageId: number,
): Promise<FoundPerson | undefined> {
  const { rows } = await sql<FoundPerson>`
    select p.id as patient_id, null as contact_id, p.given_name, p.family_name, p.birth_date, p.birth_date_precision,
      concat_ws(' ', p.given_name, p.family_name) as name, p.identifier as patient_identifier, null as phone,
      null as email, coalesce(v.location, m.location) as location, v.room, v.bed
    from hl7_messages m
    join patients p on p.application_id = m.application_id and p.id = m.patient_id
    left join visits v on v.application_id = m.application_id and v.id = m.visit_id and ${isInWards(scope, 'v.location')}
    where m.application_id = ${scope.applicationId} and m.id = ${messageId}`.execute(tx);
  return rows[0];
}

/**
 * Returns somebody of a list, with the facts of the patient whom the contact stands for. Where several patients have the
 * number of the contact it is uncertain whom it stands for, so no patient's facts are shown.
 */
export async function findContactHere(
  tx: Tx,
  scope: ApplicationScope,
  listId: number,
  contactId: number,
): Promise<FoundPerson | undefined> {
  const { applicationId } = scope;
  const { rows } = await sql<FoundPerson>`
    select p.id as patient_id, c.id as contact_id, p.given_name, p.family_name, p.birth_date, c.name,
      coalesce(p.birth_date_precision, 'day') as birth_date_precision,
      coalesce(p.identifier, c.external_id) as patient_identifier, c.phone, c.email, v.location, v.room, v.bed
    from mailing_list_contacts lc
    join contacts c on c.id = lc.contact_id
    cross join lateral (
      select case when c.patient_id is not null or (
          select count(distinct n.patient_id) from patient_identifiers n
          where n.application_id = c.application_id and n.identifier = c.external_id) = 1
        then ${patientOfContact} end as id) known
    left join patients p on p.application_id = c.application_id and p.id = known.id
    left join lateral (
      select stay.location, stay.room, stay.bed from visits stay
      where stay.application_id = c.application_id and stay.patient_id = p.id and stay.state = 'open'
        and ${isInWards(scope, 'stay.location')}
      order by stay.last_event_at desc limit 1) v on true
    where lc.application_id = ${applicationId} and lc.mailing_list_id = ${listId} and c.id = ${contactId}
      and ${isVisibleContact(scope)}`.execute(tx);
  return rows[0];
}

/** Throws NotFound for a survey that does not exist, or of another application. */
export async function getSurveyTitle(tx: Tx, applicationId: number, surveyId: number): Promise<string> {
  const found = await tx
    .selectFrom('surveys')
    .select('title')
    .where('application_id', '=', applicationId)
    .where('id', '=', surveyId)
    .executeTakeFirst();
  if (!found) throw new NotFound('This survey');
  return found.title;
}
