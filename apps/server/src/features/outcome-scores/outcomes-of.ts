import type { outcomeScores } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import { patientNow } from '../../platform/db/patient-now.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

/**
 * SQL: a row for each of these answered surveys and each score of its survey, with its value and how it has changed since the
 * first value of the same patient in the wards that the caller sees. A patient who was merged is the one that they are now.
 * `ids` is an array of the ids of feedback.
 */
export function outcomesOf(scope: ApplicationScope, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  const { applicationId } = scope;
  return sql`(
    with given as materialized (
      select f.id, f.survey_id, ${patientNow('own')} as patient_id
      from feedback f
      join invitations asked on asked.application_id = ${applicationId} and asked.id = f.invitation_id
      left join patients own on own.application_id = ${applicationId} and own.id = asked.patient_id
      where f.application_id = ${applicationId} and f.id = any(${ids})),
    people as (
      select distinct patient_id, survey_id from given where patient_id is not null),
    records as (
      select patient_id, survey_id, patient_id as record_id from people
      union all
      select people.patient_id, people.survey_id, gone.id
      from people join patients gone on gone.application_id = ${applicationId} and gone.merged_into_id = people.patient_id),
    history as materialized (
      select f.id, f.submitted_at, records.patient_id
      from records
      join invitations asked on asked.application_id = ${applicationId} and asked.patient_id = records.record_id
        and asked.survey_id = records.survey_id
      join feedback f on f.application_id = ${applicationId} and f.invitation_id = asked.id
      where ${isInWards(scope, 'f.location')}),
    computed as materialized (
      select * from outcome_values(${applicationId}, array(select id from given union select id from history))),
    firsts as (
      select distinct on (history.patient_id, computed.score_id) history.patient_id, computed.score_id,
        computed.feedback_id, computed.value
      from history
      join computed on computed.feedback_id = history.id
      where computed.value is not null
      order by history.patient_id, computed.score_id, history.submitted_at, history.id)
    select given.id as feedback_id, s.id as score_id, given.patient_id, coalesce(computed.answered, 0) as answered,
      computed.value, case when firsts.feedback_id <> given.id then computed.value - firsts.value end as change
    from given
    join outcome_scores s on s.application_id = ${applicationId} and s.survey_id = given.survey_id
    left join computed on computed.feedback_id = given.id and computed.score_id = s.id
    left join firsts on firsts.patient_id = given.patient_id and firsts.score_id = s.id)`;
}

/** Returns the title of the band that a value is in; null when it is below the first one. */
export const toBand = (bands: readonly outcomeScores.Band[], value: number | null): string | null =>
  value === null ? null : (bands.findLast(({ from }) => from <= value)?.title ?? null);
