import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

export interface CauseColumns {
  title: string;
  active: boolean;
  sort_order: number;
}

const causesOf = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('case_causes as cause')
    .select(['cause.id', 'cause.title', 'cause.active', 'cause.sort_order', 'cause.version'])
    .select(
      sql<boolean>`exists (
        select from cases c where c.application_id = cause.application_id and c.cause_id = cause.id)`.as('used'),
    )
    .where('cause.application_id', '=', applicationId);

export const listCauses = (tx: Tx, { applicationId }: ApplicationScope) =>
  causesOf(tx, applicationId)
    .orderBy('cause.sort_order')
    .orderBy(sql`lower(cause.title)`)
    .execute();

export async function getCause(tx: Tx, { applicationId }: ApplicationScope, id: number) {
  const found = await causesOf(tx, applicationId).where('cause.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This cause');
  return found;
}

/** Locks a cause until this transaction ends, so that no case gets it meanwhile. */
export async function lockCause(tx: Tx, applicationId: number, id: number) {
  const found = await tx
    .selectFrom('case_causes')
    .select(['id', 'title', 'active', 'sort_order', 'version'])
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This cause');
  return found;
}

export async function isCauseUsed(tx: Tx, applicationId: number, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('cases')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('cause_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns whether an active cause has this id, and keeps it from being changed until this transaction ends. */
export async function isOffered(tx: Tx, applicationId: number, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('case_causes')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}

export async function countCauses(tx: Tx, applicationId: number): Promise<{ all: number; active: number }> {
  const { all, active } = await tx
    .selectFrom('case_causes')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('active', '=', true).as('active'),
    ])
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return { all, active };
}

/** Inserts a cause; undefined when there is one of this title, in upper or lower case. */
export async function insertCause(
  tx: Tx,
  applicationId: number,
  columns: Partial<CauseColumns> & { title: string },
): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('case_causes')
    .values({ ...columns, application_id: applicationId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function isTitleTaken(tx: Tx, applicationId: number, title: string, exceptId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('case_causes')
    .select('id')
    .where('application_id', '=', applicationId)
    .where(sql`lower(title)`, '=', sql`lower(${title})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function updateCause(
  tx: Tx,
  applicationId: number,
  id: number,
  columns: Partial<CauseColumns>,
): Promise<void> {
  await tx
    .updateTable('case_causes')
    .set(columns)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteCause(tx: Tx, applicationId: number, id: number): Promise<void> {
  await tx.deleteFrom('case_causes').where('application_id', '=', applicationId).where('id', '=', id).execute();
}

/** Serialises changes of the list of an application, so that two of them do not make one title twice. */
export const lockCauses = (tx: Tx, applicationId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`case_causes:${applicationId}`}, 0))`.execute(tx);
