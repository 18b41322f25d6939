import type { departments, PagingQuery } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import { isReachable } from '../users/index.ts';

/** SQL: the people who would be notified now, by the rule that escalating a case uses. */
const listeners = sql<departments.Escalation['users']>`coalesce((
  select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by lower(u.name), u.id)
  from users u
  where u.id = any(e.user_ids) and ${isReachable} and (u.super_user = 1 or exists (
    select from application_users au where au.application_id = e.application_id and au.user_id = u.id))), '[]')`;

const escalationsOf = (tx: Tx, applicationId: number, departmentId: number) =>
  tx
    .selectFrom('department_escalations as e')
    .innerJoin('surveys as s', (join) =>
      join.onRef('s.application_id', '=', 'e.application_id').onRef('s.id', '=', 'e.survey_id'),
    )
    .select([
      'e.id',
      'e.department_id',
      'e.survey_id',
      's.title as survey_title',
      'e.sort_order',
      'e.user_ids',
      'e.on_duty',
      'e.version',
    ])
    .select(listeners.as('users'))
    .where('e.application_id', '=', applicationId)
    .where('e.department_id', '=', departmentId);

export function listEscalations(tx: Tx, applicationId: number, departmentId: number, paging: PagingQuery) {
  const query = escalationsOf(tx, applicationId, departmentId)
    .orderBy(sql`lower(s.title)`)
    .orderBy('e.survey_id')
    .orderBy('e.sort_order')
    .orderBy('e.id');
  return fetchPage(tx, query, paging);
}

export async function getEscalation(tx: Tx, applicationId: number, departmentId: number, id: number) {
  const found = await escalationsOf(tx, applicationId, departmentId).where('e.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This escalation');
  return found;
}

/** Stores who is notified, and in which order, when an answer to this survey escalates to the department. */
export async function insertEscalation(
  tx: Tx,
  applicationId: number,
  escalation: { department_id: number; survey_id: number; user_ids: number[]; sort_order: number; on_duty?: boolean },
): Promise<number> {
  const { id } = await tx
    .insertInto('department_escalations')
    .values({ ...escalation, application_id: applicationId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks an escalation until the end of the transaction, and returns what is stored of it. */
export async function lockEscalation(tx: Tx, applicationId: number, departmentId: number, id: number) {
  const found = await tx
    .selectFrom('department_escalations')
    .select(['survey_id', 'user_ids', 'sort_order', 'on_duty', 'version'])
    .where('application_id', '=', applicationId)
    .where('department_id', '=', departmentId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This escalation');
  return found;
}

export async function setEscalation(
  tx: Tx,
  applicationId: number,
  id: number,
  escalation: { survey_id: number; user_ids: number[]; sort_order: number; on_duty?: boolean },
): Promise<void> {
  await tx
    .updateTable('department_escalations')
    .set(escalation)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteEscalation(tx: Tx, applicationId: number, departmentId: number, id: number): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('department_escalations')
    .where('application_id', '=', applicationId)
    .where('department_id', '=', departmentId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new NotFound('This escalation');
}

/** Returns those of these users who are not active in the application, and would therefore never be notified. */
export async function findStrangers(tx: Tx, applicationId: number, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select wanted.id from unnest(${[...userIds]}::bigint[]) as wanted (id)
    where not exists (
      select from users u
      where u.id = wanted.id and u.deactivated_at is null and exists (
        select from application_users au where au.application_id = ${applicationId} and au.user_id = u.id))`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export async function surveyOfApplication(tx: Tx, applicationId: number, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('surveys')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

export async function listEscalationChoices(tx: Tx, applicationId: number) {
  const surveys = await tx
    .selectFrom('surveys')
    .select(['id', 'title'])
    .where('application_id', '=', applicationId)
    .orderBy(sql`lower(title)`)
    .execute();
  const users = await tx
    .selectFrom('users as u')
    .innerJoin('application_users as au', 'au.user_id', 'u.id')
    .select(['u.id', 'u.name'])
    .where('au.application_id', '=', applicationId)
    .where('u.deactivated_at', 'is', null)
    .orderBy(sql`lower(u.name)`)
    .execute();
  return { surveys, users };
}
