import { permissions, PERMISSIONS, type QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';

const all = (tx: Tx) =>
  tx
    .selectFrom('permissions as p')
    .select(['p.id', 'p.name', 'p.version'])
    .select([
      sql<boolean>`p.name = any(${[...PERMISSIONS]}::text[])`.as('built_in'),
      sql<number>`(
        select count(distinct u.id) from held_permissions held
        join users u on u.id = held.user_id and u.deactivated_at is null
        where held.permission_id = p.id)`.as('users_count'),
    ]);

export function listPermissions(tx: Tx, { term, sort, ...paging }: QueryOf<typeof permissions.listPermissions>) {
  const pattern = containing(term);
  const query = all(tx)
    .$if(Boolean(term), (rows) => rows.where('p.name', 'ilike', pattern))
    .orderBy(sort.endsWith('name') ? 'p.name' : 'p.id', sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('p.id');
  return fetchPage(tx, query, { ...paging, term });
}

export async function getPermission(tx: Tx, id: number) {
  const found = await all(tx).where('p.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This permission');
  return found;
}

/** Lists who has a permission by their role or given to them alone, and where, by name. */
export async function listHolders(tx: Tx, id: number): Promise<permissions.PermissionDetail['holders']> {
  const { rows } = await sql<permissions.PermissionDetail['holders'][number]>`
    select u.id as user_id, u.name as user_name, a.title as application_title, held.role_name
    from (
      select user_id, application_id, null::text as role_name from user_permissions where permission_id = ${id}
      union all
      select seat.user_id, seat.application_id, r.name
      from role_permissions given
      join roles r on r.id = given.role_id
      join application_users seat on seat.role_id = r.id
      where given.permission_id = ${id}) held
    join users u on u.id = held.user_id and u.deactivated_at is null
    left join applications a on a.id = held.application_id
    order by lower(u.name), u.id, lower(a.title), held.role_name
    limit ${permissions.MAX_HOLDERS}`.execute(tx);
  return rows;
}

export async function listRolesWith(tx: Tx, id: number): Promise<permissions.PermissionDetail['roles']> {
  return tx
    .selectFrom('roles as r')
    .innerJoin('role_permissions as given', 'given.role_id', 'r.id')
    .select(['r.id', 'r.name'])
    .where('given.permission_id', '=', id)
    .orderBy(sql`lower(r.name)`)
    .execute();
}

/** Locks the row until the end of the transaction. */
export async function lockPermission(tx: Tx, id: number) {
  await tx.selectFrom('permissions').select('id').where('id', '=', id).forUpdate().execute();
  return getPermission(tx, id);
}

/** Returns whether the name is taken. Of two transactions with the same name, the second waits for the first. */
export async function isNameTaken(tx: Tx, name: string, exceptId = 0): Promise<boolean> {
  await lockFor(tx, `permission:${name}`);
  const found = await tx
    .selectFrom('permissions')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertPermission(tx: Tx, name: string): Promise<number> {
  const { id } = await tx.insertInto('permissions').values({ name }).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function renamePermission(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('permissions').set({ name }).where('id', '=', id).execute();
}

export async function deletePermission(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('permissions').where('id', '=', id).execute();
}

/** Inserts the permissions that the program checks and that are missing. */
export async function insertMissingPermissions(tx: Tx): Promise<void> {
  await tx
    .insertInto('permissions')
    .values(PERMISSIONS.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
