import type { answerRows, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

/** The patient is for the audit; the reply does not name it. */
export type StoredAnswerRow = Omit<answerRows.AnswerRow, 'small_group' | 'submitted_at'> & {
  submitted_at: Date;
  patient_id: number | null;
};

/** Returns answers in the order of their change numbers and ids, after the place that the query names. */
export async function listAnswerRows(
  tx: Tx,
  scope: ApplicationScope,
  { changed_since, after_id, per_page, ...filters }: QueryOf<typeof answerRows.listAnswers>,
): Promise<StoredAnswerRow[]> {
  const { survey_id, department_id, location, language, from, to } = filters;
  const zone = sql`(select time_zone from applications where id = ${scope.applicationId})`;
  const conditions = [
    isInWards(scope, 'r.ward'),
    after_id === undefined
      ? sql`r.change_number > ${changed_since}`
      : sql`r.change_number >= ${changed_since} and (r.change_number, r.id) > (${changed_since}, ${after_id})`,
    survey_id !== undefined && sql`r.survey_id = ${survey_id}`,
    department_id !== undefined && sql`r.department_id = ${department_id}`,
    location !== undefined && sql`r.ward = ${location}`,
    language !== undefined && sql`r.language = ${language}`,
    from !== undefined && sql`r.submitted_at >= (${from}::date::timestamp at time zone ${zone})`,
    to !== undefined && sql`r.submitted_at < ((${to}::date + 1)::timestamp at time zone ${zone})`,
  ].filter((condition) => condition !== false);
  const { rows } = await sql<StoredAnswerRow>`
    select r.*, (
      select i.patient_id from feedback f join invitations i on i.application_id = f.application_id and i.id = f.invitation_id
      where f.application_id = ${scope.applicationId} and f.id = r.feedback_id) as patient_id
    from report.answers r
    where ${sql.join(conditions, sql` and `)}
    order by r.change_number, r.id
    limit ${per_page}`.execute(tx);
  return rows;
}
