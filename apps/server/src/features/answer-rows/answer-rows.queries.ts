import type { answerRows, QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

/** The patient is for the audit; the reply does not name it. */
export type StoredAnswerRow = Omit<answerRows.AnswerRow, 'small_group' | 'submitted_at'> & {
  submitted_at: Date;
  patient_id: number | null;
};

type Query = QueryOf<typeof answerRows.listAnswers>;

/** SQL: which answered surveys `f` of a table or view are asked for, by the names of its columns. */
function matching(
  scope: ApplicationScope,
  { survey_id, department_id, location, language, from, to }: Query,
  ward: string,
): RawBuilder<boolean>[] {
  const zone = sql`(select time_zone from applications where id = ${scope.applicationId})`;
  return [
    isInWards(scope, `f.${ward}`),
    survey_id !== undefined && sql<boolean>`f.survey_id = ${survey_id}`,
    department_id !== undefined && sql<boolean>`f.department_id = ${department_id}`,
    location !== undefined && sql<boolean>`${sql.ref(`f.${ward}`)} = ${location}`,
    language !== undefined && sql<boolean>`f.language = ${language}`,
    from !== undefined && sql<boolean>`f.submitted_at >= (${from}::date::timestamp at time zone ${zone})`,
    to !== undefined && sql<boolean>`f.submitted_at < ((${to}::date + 1)::timestamp at time zone ${zone})`,
  ].filter((condition) => condition !== false);
}

/**
 * Returns the change number with which a page ends at the latest, so that no more is read than the page may have; null when there is
 * nothing more. Each answered survey has a row or more, and the first may have been read already.
 */
async function findLastOfPage(tx: Tx, scope: ApplicationScope, query: Query): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(change_number) as last from (
      select f.change_number from feedback f
      where f.application_id = ${scope.applicationId} and f.change_number >= ${query.changed_since}
        and ${sql.join(matching(scope, query, 'location'), sql` and `)}
        and exists (
          select from feedback_answers a where a.application_id = f.application_id and a.feedback_id = f.id offset 0)
      order by f.change_number limit ${query.per_page + 1}) page`.execute(tx);
  return onlyRow(rows).last;
}

/** Returns answers in the order of their change numbers and ids, after the place that the query names. */
export async function listAnswerRows(tx: Tx, scope: ApplicationScope, query: Query): Promise<StoredAnswerRow[]> {
  const { changed_since, after_id, per_page } = query;
  const last = await findLastOfPage(tx, scope, query);
  if (last === null) return [];
  const { rows } = await sql<StoredAnswerRow>`
    select f.*, (
      select i.patient_id from feedback one join invitations i on i.application_id = one.application_id and i.id = one.invitation_id
      where one.application_id = ${scope.applicationId} and one.id = f.feedback_id) as patient_id
    from report.answers f
    where ${sql.join(matching(scope, query, 'ward'), sql` and `)} and f.change_number <= ${last} and ${
      after_id === undefined
        ? sql`f.change_number > ${changed_since}`
        : sql`f.change_number >= ${changed_since} and (f.change_number, f.id) > (${changed_since}, ${after_id})`
    }
    order by f.change_number, f.id
    limit ${per_page}`.execute(tx);
  return rows;
}
