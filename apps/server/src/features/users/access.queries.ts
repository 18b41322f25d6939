import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { deleteViewsOf } from '../saved-views/index.ts';

/* Permissions and applications of users. These queries run in transactions that see all. */

/** The application of a grant: null is every one that the person belongs to. */
type GrantedIn = number | null;

/** Lists the permissions that somebody has by themselves in an application, and those they have everywhere. */
export function listGrants(tx: Tx, userId: number, applicationId: GrantedIn) {
  return tx
    .selectFrom('user_permissions as up')
    .innerJoin('permissions as p', 'p.id', 'up.permission_id')
    .select(['p.id', 'p.name', sql<boolean>`bool_or(up.application_id is null)`.as('everywhere')])
    .where('up.user_id', '=', userId)
    .where(sql<boolean>`(up.application_id is null or up.application_id = ${applicationId})`)
    .groupBy(['p.id', 'p.name'])
    .orderBy('p.name')
    .execute();
}

/** Lists the permissions that somebody does not have in an application, by themselves or by their role. */
export function listOtherPermissions(tx: Tx, userId: number, applicationId: GrantedIn) {
  return tx
    .selectFrom('permissions as p')
    .select(['p.id', 'p.name'])
    .where(
      sql<boolean>`not exists (
        select from held_permissions held
        where held.user_id = ${userId} and held.permission_id = p.id
          and held.application_id is not distinct from ${applicationId})`,
    )
    .orderBy('p.name')
    .execute();
}

/** Lists what somebody may do, by application; null: what they may do wherever they will be placed. */
export async function listHeldPermissions(
  tx: Tx,
  userId: number,
): Promise<{ application_id: GrantedIn; names: string[] }[]> {
  const { rows } = await sql<{ application_id: GrantedIn; names: string[] }>`
    select held.application_id, array_agg(p.name) as names
    from held_permissions held join permissions p on p.id = held.permission_id
    where held.user_id = ${userId}
    group by 1`.execute(tx);
  return rows;
}

export async function findPermission(tx: Tx, id: number) {
  return tx.selectFrom('permissions').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

interface Grant {
  user_id: number;
  application_id: GrantedIn;
  permission_id: number;
}

export async function insertUserPermission(tx: Tx, grant: Grant): Promise<void> {
  await tx
    .insertInto('user_permissions')
    .values(grant)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteUserPermission(tx: Tx, grant: Grant): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('user_permissions')
    .where('user_id', '=', grant.user_id)
    .where('permission_id', '=', grant.permission_id)
    .where(sql<boolean>`application_id is not distinct from ${grant.application_id}`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function listApplicationsOf(tx: Tx, userId: number) {
  return tx
    .selectFrom('applications as a')
    .innerJoin('application_users as au', 'au.application_id', 'a.id')
    .leftJoin('roles as r', 'r.id', 'au.role_id')
    .select(['a.id', 'a.title', 'au.locations', 'au.role_id', 'r.name as role_name', 'au.version'])
    .where('au.user_id', '=', userId)
    .orderBy(sql`lower(a.title)`)
    .orderBy('a.id')
    .execute();
}

/** Lists the titles of somebody's applications, for checkPassword(). */
export const listTitlesOf = async (tx: Tx, userId: number): Promise<string[]> =>
  (await listApplicationsOf(tx, userId)).map(({ title }) => title);

/** Lists the title of one application in the same way; nothing where there is none. */
export async function listTitleOf(tx: Tx, applicationId: number | null): Promise<string[]> {
  const found = await tx.selectFrom('applications').select('title').where('id', '=', applicationId).execute();
  return found.map(({ title }) => title);
}

export function listAllApplications(tx: Tx) {
  return tx
    .selectFrom('applications')
    .select(['id', 'title'])
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute();
}

export async function insertSeat(tx: Tx, userId: number, applicationId: number, locations: string[]): Promise<void> {
  await tx
    .insertInto('application_users')
    .values({ user_id: userId, application_id: applicationId, locations })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes somebody out of an application. What they may do there, and their saved views, go with it. */
export async function deleteSeat(tx: Tx, userId: number, applicationId: number): Promise<boolean> {
  await deleteViewsOf(tx, userId, applicationId);
  const { numDeletedRows } = await tx
    .deleteFrom('application_users')
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
