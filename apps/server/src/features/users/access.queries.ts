import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/* Permissions and applications of users. These queries need transactions that see all. */

export function listPermissionsOf(tx: Tx, userId: number) {
  return tx
    .selectFrom('permissions as p')
    .innerJoin('user_permissions as up', 'up.permission_id', 'p.id')
    .select(['p.id', 'p.name'])
    .where('up.user_id', '=', userId)
    .orderBy('p.name')
    .execute();
}

export function listOtherPermissions(tx: Tx, userId: number) {
  return tx
    .selectFrom('permissions as p')
    .select(['p.id', 'p.name'])
    .where('p.id', 'not in', tx.selectFrom('user_permissions').select('permission_id').where('user_id', '=', userId))
    .orderBy('p.name')
    .execute();
}

export async function findPermission(tx: Tx, id: number) {
  return tx.selectFrom('permissions').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

export async function insertUserPermission(tx: Tx, userId: number, permissionId: number): Promise<void> {
  await tx
    .insertInto('user_permissions')
    .values({ user_id: userId, permission_id: permissionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteUserPermission(tx: Tx, userId: number, permissionId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('user_permissions')
    .where('user_id', '=', userId)
    .where('permission_id', '=', permissionId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function listApplicationsOf(tx: Tx, userId: number) {
  return tx
    .selectFrom('applications as a')
    .innerJoin('application_users as au', 'au.application_id', 'a.id')
    .select(['a.id', 'a.title', 'au.locations'])
    .where('au.user_id', '=', userId)
    .orderBy(sql`lower(a.title)`)
    .orderBy('a.id')
    .execute();
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

export async function deleteSeat(tx: Tx, userId: number, applicationId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('application_users')
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
