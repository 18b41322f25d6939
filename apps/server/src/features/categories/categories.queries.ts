import type { categories, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

const categoriesOf = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('categories as c')
    .leftJoin('departments as d', (join) =>
      join.onRef('d.application_id', '=', 'c.application_id').onRef('d.id', '=', 'c.department_id'),
    )
    .select(['c.id', 'c.title', 'c.department_id', 'c.version'])
    .select([
      sql<categories.Category['department']>`
        case when d.id is not null then jsonb_build_object('id', d.id, 'title', d.title) end`.as('department'),
      sql<categories.Category['translations']>`c.translations`.as('translations'),
      sql<number>`(
        select count(*) from questions q where q.application_id = c.application_id and q.category_id = c.id)`.as(
        'questions_count',
      ),
    ])
    .where('c.application_id', '=', applicationId);

export function listCategories(
  tx: Tx,
  scope: ApplicationScope,
  { term, department_id, sort, ...paging }: QueryOf<typeof categories.listCategories>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const pattern = containing(term);
  const query = categoriesOf(tx, scope.applicationId)
    .$if(Boolean(term), (rows) => rows.where('c.title', 'ilike', pattern))
    .$call((rows) => (department_id === undefined ? rows : rows.where('c.department_id', '=', department_id)))
    .orderBy(sort.endsWith('title') ? sql`lower(c.title)` : 'c.id', direction)
    .orderBy('c.id');
  return fetchPage(tx, query, { ...paging, term });
}

export async function getCategory(tx: Tx, scope: ApplicationScope, id: number) {
  const found = await categoriesOf(tx, scope.applicationId).where('c.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This category');
  return found;
}

/** Locks the row until the end of the transaction. */
export async function lockCategory(tx: Tx, applicationId: number, id: number) {
  const found = await tx
    .selectFrom('categories')
    .select(['id', 'title', 'department_id', 'translations', 'version'])
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This category');
  return found;
}

/** Returns whether another category has this title, ignoring case. */
export async function isTitleTaken(tx: Tx, applicationId: number, title: string, exceptId = 0): Promise<boolean> {
  const found = await tx
    .selectFrom('categories')
    .select('id')
    .where('application_id', '=', applicationId)
    .where(sql`lower(title)`, '=', title.toLowerCase())
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

interface CategoryColumns {
  title: string;
  department_id: number | null;
  translations: Record<string, { title: string }>;
}

export async function insertCategory(
  tx: Tx,
  applicationId: number,
  { translations, ...category }: CategoryColumns,
): Promise<number> {
  const { id } = await tx
    .insertInto('categories')
    .values({ ...category, application_id: applicationId, translations: JSON.stringify(translations) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateCategoryColumns(
  tx: Tx,
  applicationId: number,
  id: number,
  { translations, ...columns }: Partial<CategoryColumns>,
): Promise<void> {
  await tx
    .updateTable('categories')
    .set({ ...columns, ...(translations ? { translations: JSON.stringify(translations) } : {}) })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a category. Its questions stay, without a category; answers given so far keep its title. */
export async function deleteCategory(tx: Tx, applicationId: number, id: number): Promise<void> {
  await tx.deleteFrom('categories').where('application_id', '=', applicationId).where('id', '=', id).execute();
}

/** Takes a deleted department from its categories. New questions of theirs concern no department. */
export async function clearDepartment(tx: Tx, applicationId: number, departmentId: number): Promise<void> {
  await tx
    .updateTable('categories')
    .set({ department_id: null })
    .where('application_id', '=', applicationId)
    .where('department_id', '=', departmentId)
    .execute();
}
