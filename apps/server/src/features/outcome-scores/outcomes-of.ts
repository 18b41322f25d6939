import type { outcomeScores } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import { patientNow } from '../../platform/db/patient-now.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

/**
 * SQL: a row for each of these answered surveys and each score of its survey, with its value and how it has changed since the
 * first value of the same person in the wards that the caller sees. A person is the patient, who may have been asked as a contact
 * too, or a contact who is no patient; a patient who was merged is the one that they are now. `ids` is an array of the ids of
 * feedback.
 */
export function outcomesOf(scope: ApplicationScope, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  const { applicationId } = scope;
  return sql`(
    with answering as (
      select f.id, f.survey_id, asked.contact_id,
        case when own.id is null then ${patientNow('linked')} else ${patientNow('own')} end as patient_id
      from feedback f
      join invitations asked on asked.application_id = ${applicationId} and asked.id = f.invitation_id
      left join patients own on own.application_id = ${applicationId} and own.id = asked.patient_id
      left join contacts c on c.application_id = ${applicationId} and c.id = asked.contact_id
      left join patients linked on linked.application_id = ${applicationId} and linked.id = c.patient_id
      where f.application_id = ${applicationId} and f.id = any(${ids})),
    given as materialized (
      select id, survey_id, patient_id, contact_id,
        case when patient_id is null then 'contact ' || contact_id else 'patient ' || patient_id end as person
      from answering),
    people as (
      select distinct person, survey_id, patient_id, case when patient_id is null then contact_id end as contact_id
      from given where person is not null),
    records as (
      select person, survey_id, patient_id as record_id from people where patient_id is not null
      union all
      select people.person, people.survey_id, gone.id
      from people join patients gone on gone.application_id = ${applicationId} and gone.merged_into_id = people.patient_id),
    contacts_of as (
      select person, survey_id, contact_id from people where contact_id is not null
      union all
      select records.person, records.survey_id, c.id
      from records join contacts c on c.application_id = ${applicationId} and c.patient_id = records.record_id),
    asked_before as (
      select records.person, asked.id
      from records
      join invitations asked on asked.application_id = ${applicationId} and asked.patient_id = records.record_id
        and asked.survey_id = records.survey_id
      union
      select contacts_of.person, asked.id
      from contacts_of
      join invitations asked on asked.application_id = ${applicationId} and asked.contact_id = contacts_of.contact_id
        and asked.survey_id = contacts_of.survey_id),
    history as materialized (
      select f.id, f.submitted_at, asked_before.person
      from asked_before
      join feedback f on f.application_id = ${applicationId} and f.invitation_id = asked_before.id
      where ${isInWards(scope, 'f.location')}),
    computed as materialized (
      select * from outcome_values(${applicationId}, array(select id from given union select id from history))),
    firsts as (
      select distinct on (history.person, computed.score_id) history.person, computed.score_id,
        computed.feedback_id, computed.value
      from history
      join computed on computed.feedback_id = history.id
      where computed.value is not null
      order by history.person, computed.score_id, history.submitted_at, history.id)
    select given.id as feedback_id, s.id as score_id, given.person, given.patient_id, coalesce(computed.answered, 0) as answered,
      computed.value, case when firsts.feedback_id <> given.id then computed.value - firsts.value end as change
    from given
    join outcome_scores s on s.application_id = ${applicationId} and s.survey_id = given.survey_id
    left join computed on computed.feedback_id = given.id and computed.score_id = s.id
    left join firsts on firsts.person = given.person and firsts.score_id = s.id)`;
}

/** Returns the title of the band that a value is in; null when it is below the first one. */
export const toBand = (bands: readonly outcomeScores.Band[], value: number | null): string | null =>
  value === null ? null : (bands.findLast(({ from }) => from <= value)?.title ?? null);
