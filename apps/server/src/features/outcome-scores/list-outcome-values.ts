import type { outcomeScores, Page, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { readOutcomes } from './read-outcomes.ts';

/** Lists the scores of the answered surveys of the caller's wards. */
export async function listOutcomeValues(
  tx: Tx,
  scope: ApplicationScope,
  { survey_id, patient_id, from, to, sort, ...paging }: QueryOf<typeof outcomeScores.listOutcomeValues>,
): Promise<Page<outcomeScores.OutcomeValue>> {
  const { applicationId } = scope;
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const zone = sql`(select time_zone from applications where id = ${applicationId})`;
  const rows = tx
    .selectFrom('feedback as f')
    .innerJoin('outcome_scores as s', (join) =>
      join.onRef('s.application_id', '=', 'f.application_id').onRef('s.survey_id', '=', 'f.survey_id'),
    )
    .innerJoin('invitations as asked', (join) =>
      join.onRef('asked.application_id', '=', 'f.application_id').onRef('asked.id', '=', 'f.invitation_id'),
    )
    .select(['f.id', 'f.survey_id', 's.id as score_id', 'f.submitted_at', 'f.location', 'asked.patient_id'])
    .where('f.application_id', '=', applicationId)
    .where(isInWards(scope, 'f.location'))
    .$if(survey_id !== undefined, (found) => found.where('f.survey_id', '=', survey_id as number))
    .$if(patient_id !== undefined, (found) =>
      found.where(
        sql<boolean>`f.invitation_id in (
          with records as (
            select own.id from patients own
            where own.application_id = ${applicationId} and (own.id = ${patient_id} or own.merged_into_id = ${patient_id}))
          select asked.id from invitations asked
          where asked.application_id = ${applicationId} and asked.patient_id in (select id from records)
          union all
          select asked.id from invitations asked
          join contacts c on c.application_id = ${applicationId} and c.id = asked.contact_id
          where asked.application_id = ${applicationId} and c.patient_id in (select id from records))`,
      ),
    )
    .$if(from !== undefined, (found) =>
      found.where(sql<boolean>`f.submitted_at >= (${from}::date::timestamp at time zone ${zone})`),
    )
    .$if(to !== undefined, (found) =>
      found.where(sql<boolean>`f.submitted_at < ((${to}::date + 1)::timestamp at time zone ${zone})`),
    )
    .orderBy('f.submitted_at', direction)
    .orderBy('f.id', direction)
    .orderBy('s.id');
  const found = await fetchPage(tx, rows, paging);
  const values = await readOutcomes(tx, scope, [...new Map(found.data.map((row) => [row.id, row])).values()]);
  const byKey = new Map(values.map((value) => [`${value.feedback_id} ${value.score_id}`, value]));
  return {
    ...found,
    data: found.data.flatMap(({ id, score_id, submitted_at, location }) => {
      const value = byKey.get(`${id} ${score_id}`);
      return value ? [{ ...value, submitted_at: submitted_at.toISOString(), location }] : [];
    }),
  };
}
