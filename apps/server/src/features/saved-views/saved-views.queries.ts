import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';

/** Whose views they are: a person's own in an application, or with null those that everybody there shares. */
export interface Owner {
  applicationId: number;
  userId: number | null;
}

interface Kept {
  name: string;
  address: string;
  /** What people have typed into the filters. */
  words: string;
}

const viewsOf = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('saved_views')
    .select(['id', 'user_id', 'list', 'name', 'address', 'version'])
    .where('application_id', '=', applicationId);

/** Lists the views of a person and those that are shared, by name. */
export const listViews = (tx: Tx, applicationId: number, userId: number) =>
  viewsOf(tx, applicationId)
    .where((of) => of.or([of('user_id', '=', userId), of('user_id', 'is', null)]))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();

export async function getView(tx: Tx, applicationId: number, userId: number, id: number) {
  const found = (await listViews(tx, applicationId, userId)).find((view) => view.id === id);
  if (!found) throw new NotFound('This saved view');
  return found;
}

export async function countViews(tx: Tx, { applicationId, userId }: Owner): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_views')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('application_id', '=', applicationId)
    .where('user_id', 'is not distinct from', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns whether another view of this owner and list has this name, ignoring case. */
export async function isNameTaken(
  tx: Tx,
  { applicationId, userId }: Owner,
  list: string,
  name: string,
  exceptId = 0,
): Promise<boolean> {
  const found = await tx
    .selectFrom('saved_views')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('user_id', 'is not distinct from', userId)
    .where('list', '=', list)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertView(
  tx: Tx,
  { applicationId, userId }: Owner,
  view: Kept & { list: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('saved_views')
    .values({ ...view, application_id: applicationId, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setView(tx: Tx, applicationId: number, id: number, kept: Partial<Kept>): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set(kept)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

/** Returns whether there was one: of two who delete it at once, one is told that it is gone. */
export async function deleteView(tx: Tx, applicationId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_views')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the own views of somebody who leaves an application, or with null every one. Those that they shared stay. */
export async function deleteViewsOf(tx: Tx, userId: number, applicationId: number | null): Promise<void> {
  await tx
    .deleteFrom('saved_views')
    .where('user_id', '=', userId)
    .$if(applicationId !== null, (rows) => rows.where('application_id', '=', applicationId))
    .execute();
}

/** Deletes the views whose name or search words name somebody who is erased. Returns how many. */
export async function forgetViewsNaming(
  tx: Tx,
  applicationId: number,
  inText: (text: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from saved_views where application_id = ${applicationId} and ${inText(sql`name || ' ' || words`)}`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
