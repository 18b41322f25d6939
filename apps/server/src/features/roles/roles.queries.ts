import type { QueryOf, roles } from '@wardvoice/contract';
import { sql } from 'kysely';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';

type Place = Pick<Scope, 'applicationId'>;

/** The roles that are built in, and the application's own. Without an application, only the former. */
const visible = (tx: Tx, { applicationId }: Place) =>
  tx
    .selectFrom('roles as r')
    .where((where) =>
      where.or([
        where('r.built_in', 'is not', null),
        ...(typeof applicationId === 'number' ? [where('r.application_id', '=', applicationId)] : []),
      ]),
    );

const described = (tx: Tx, scope: Place) =>
  visible(tx, scope)
    .select(['r.id', 'r.name', 'r.description', 'r.two_step_required', 'r.version'])
    .select([
      sql<boolean>`r.built_in is not null`.as('built_in'),
      sql<string[]>`array(
        select p.name from role_permissions rp join permissions p on p.id = rp.permission_id
        where rp.role_id = r.id order by p.name)`.as('permissions'),
      sql<number>`(
        select count(distinct au.user_id) from application_users au
        where au.role_id = r.id ${
          typeof scope.applicationId === 'number' ? sql`and au.application_id = ${scope.applicationId}` : sql``
        })`.as('users_count'),
    ]);

export function listRoles(tx: Tx, scope: Scope, { term, sort, ...paging }: QueryOf<typeof roles.listRoles>) {
  const pattern = containing(term);
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = described(tx, scope)
    .$if(Boolean(term), (rows) =>
      rows.where((where) => where.or([where('r.name', 'ilike', pattern), where('r.description', 'ilike', pattern)])),
    )
    .orderBy(sort.endsWith('name') ? sql`lower(r.name)` : sql`r.id`, direction)
    .orderBy('r.id');
  return fetchPage(tx, query, { ...paging, term });
}

export type RoleRecord = Awaited<ReturnType<typeof getRole>>;

export async function getRole(tx: Tx, scope: Place, id: number) {
  const found = await described(tx, scope).where('r.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This role');
  return found;
}

/** Locks the row until the end of the transaction, so that nobody is given the role meanwhile. */
export async function lockRole(tx: Tx, scope: Scope, id: number): Promise<RoleRecord> {
  await visible(tx, scope).select('r.id').where('r.id', '=', id).forUpdate().execute();
  return getRole(tx, scope, id);
}

/** Returns whether somebody has the role in the application. */
export async function hasRole(
  tx: Tx,
  { userId, applicationId }: { userId: number; applicationId: number },
  id: number,
): Promise<boolean> {
  const found = await tx
    .selectFrom('application_users')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .where('role_id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the permissions of a role that people of the application may have; undefined for any other. */
export async function findPermissionsOf(tx: Tx, applicationId: number, id: number): Promise<string[] | undefined> {
  const role = await visible(tx, { applicationId }).select('r.id').where('r.id', '=', id).forShare().executeTakeFirst();
  // The permissions are read once the row is locked, so that they are those of a change that was waited for.
  return role && (await getRole(tx, { applicationId }, id)).permissions;
}

export async function findBuiltInRole(tx: Tx, key: string): Promise<number> {
  const { id } = await tx.selectFrom('roles').select('id').where('built_in', '=', key).executeTakeFirstOrThrow();
  return id;
}

/** Returns whether the name is taken. Of two transactions with the same name, the second waits for the first. */
export async function isNameTaken(tx: Tx, applicationId: number, name: string, exceptId = 0): Promise<boolean> {
  await lockFor(tx, `role:${applicationId}:${name.toLowerCase()}`);
  const found = await visible(tx, { applicationId })
    .select('r.id')
    .where(sql`lower(r.name)`, '=', name.toLowerCase())
    .where('r.id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

interface Columns {
  name: string;
  description: string;
  two_step_required?: boolean;
}

export async function insertRole(tx: Tx, applicationId: number, columns: Columns): Promise<number> {
  const { id } = await tx
    .insertInto('roles')
    .values({ ...columns, application_id: applicationId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRole(tx: Tx, id: number, columns: Columns): Promise<void> {
  await tx.updateTable('roles').set(columns).where('id', '=', id).execute();
}

export async function deleteRole(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('roles').where('id', '=', id).execute();
}

/** Gives the role these permissions and no others. Returns the names that are no permission. */
export async function setPermissions(tx: Tx, id: number, names: readonly string[]): Promise<string[]> {
  const wanted = await tx
    .selectFrom('permissions')
    .select(['id', 'name'])
    .where('name', 'in', ['', ...names])
    .execute();
  const ids = [0, ...wanted.map((permission) => permission.id)];
  await tx.deleteFrom('role_permissions').where('role_id', '=', id).where('permission_id', 'not in', ids).execute();
  await sql`
    insert into role_permissions (role_id, permission_id)
    select ${id}, p.id from permissions p where p.id = any(${ids}::bigint[])
    on conflict do nothing`.execute(tx);
  const known = new Set(wanted.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}
