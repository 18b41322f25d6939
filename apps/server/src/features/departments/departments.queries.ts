import type { departments, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

const ofApplication = (tx: Tx, applicationId: number) =>
  tx.selectFrom('departments as d').where('d.application_id', '=', applicationId).where('d.deleted_at', 'is', null);

const escalationsCount = sql<number>`(
  select count(*) from department_escalations e
  where e.application_id = d.application_id and e.department_id = d.id)`;

export function listDepartments(
  tx: Tx,
  scope: ApplicationScope,
  { term, sort, ...paging }: QueryOf<typeof departments.listDepartments>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const pattern = containing(term);
  const query = ofApplication(tx, scope.applicationId)
    .select([
      'd.id',
      'd.title',
      'd.version',
      sql<number>`(
        select count(*) from categories c where c.application_id = d.application_id and c.department_id = d.id)`.as(
        'categories_count',
      ),
      escalationsCount.as('escalations_count'),
    ])
    .$if(Boolean(term), (rows) => rows.where('d.title', 'ilike', pattern))
    .orderBy(sort.endsWith('title') ? sql`lower(d.title)` : 'd.id', direction)
    .orderBy('d.id');
  return fetchPage(tx, query, { ...paging, term });
}

export async function getDepartment(
  tx: Tx,
  scope: ApplicationScope,
  id: number,
): Promise<departments.DepartmentDetail> {
  const found = await ofApplication(tx, scope.applicationId)
    .select([
      'd.id',
      'd.title',
      'd.version',
      escalationsCount.as('escalations_count'),
      sql<number>`(
        select count(*) from cases c
        where c.application_id = d.application_id and c.department_id = d.id and c.state <> 'closed')`.as(
        'open_cases_count',
      ),
      sql<number>`(
        select count(*) from department_wards w
        where w.application_id = d.application_id and w.department_id = d.id)`.as('wards_count'),
      sql<number>`(
        select count(*) from kiosks k
        where k.application_id = d.application_id and k.department_id = d.id
          and k.ended_at is null and k.expires_at > now())`.as('kiosks_count'),
    ])
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This department');
  const categories = await tx
    .selectFrom('categories')
    .select(['id', 'title'])
    .where('application_id', '=', scope.applicationId)
    .where('department_id', '=', id)
    .orderBy(sql`lower(title)`)
    .execute();
  return { ...found, categories };
}

/** Locks the row until the end of the transaction. */
export async function lockDepartment(tx: Tx, applicationId: number, id: number) {
  const found = await ofApplication(tx, applicationId)
    .select(['d.id', 'd.title', 'd.version'])
    .where('d.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This department');
  return found;
}

/** Returns whether the department belongs to the application and is not deleted. */
export async function departmentExists(tx: Tx, applicationId: number, id: number): Promise<boolean> {
  const found = await ofApplication(tx, applicationId).select('d.id').where('d.id', '=', id).executeTakeFirst();
  return found !== undefined;
}

/** Returns whether another department has this title, ignoring case. */
export async function isTitleTaken(tx: Tx, applicationId: number, title: string, exceptId = 0): Promise<boolean> {
  const found = await ofApplication(tx, applicationId)
    .select('d.id')
    .where(sql`lower(d.title)`, '=', title.toLowerCase())
    .where('d.id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertDepartment(tx: Tx, applicationId: number, title: string): Promise<number> {
  const { id } = await tx
    .insertInto('departments')
    .values({ application_id: applicationId, title })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateDepartmentTitle(tx: Tx, applicationId: number, id: number, title: string): Promise<void> {
  await tx
    .updateTable('departments')
    .set({ title })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

/** Marks a department as deleted. Its row stays, because cases and answers refer to it. */
export async function deleteDepartment(tx: Tx, applicationId: number, id: number, now: Date): Promise<void> {
  await tx
    .deleteFrom('department_escalations')
    .where('application_id', '=', applicationId)
    .where('department_id', '=', id)
    .execute();
  await tx
    .deleteFrom('department_wards')
    .where('application_id', '=', applicationId)
    .where('department_id', '=', id)
    .execute();
  await tx
    .updateTable('departments')
    .set({ deleted_at: now })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}
