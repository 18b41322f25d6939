import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { compileFilter, type Filterables } from '../../../platform/scim/compile-filter.ts';
import type { ListQuery } from '../../../platform/scim/read-query.ts';

/*
 * Groups are the roles of an application: those that are built in, and its own. A member is who has the role, and whom the provider
 * has put into the group although another group, or an administrator, gives them the role that they have.
 */

export interface ScimGroup {
  id: number;
  name: string;
  external_id: string | null;
}

export interface Member {
  id: number;
  name: string;
}

/** SQL: who is a member of which group, as columns `user_id` and `role_id`. Superusers are never shown. */
const memberships = (applicationId: number) => sql`
  select both_kinds.user_id, both_kinds.role_id
  from (
    select user_id, role_id from application_users where application_id = ${applicationId} and role_id is not null
    union
    select m.user_id, m.role_id
    from scim_memberships m
    join scim_people said on said.application_id = m.application_id and said.user_id = m.user_id
    where m.application_id = ${applicationId} and (said.left_at is not null or exists (
      select from application_users seat where seat.application_id = m.application_id and seat.user_id = m.user_id))
  ) both_kinds
  join users u on u.id = both_kinds.user_id and u.super_user = 0 and u.deleted_at is null`;

/** SQL: the groups of an application, as table `g`. */
const groupsOf = (applicationId: number) => sql`(
  select r.id, r.name, named.external_id
  from roles r
  left join scim_groups named on named.application_id = ${applicationId} and named.role_id = r.id
  where r.built_in is not null or r.application_id = ${applicationId}) g`;

const filterablesOf = (applicationId: number): Filterables => {
  const isMember = (who: ReturnType<typeof sql>) =>
    sql`exists (select from (${memberships(applicationId)}) m where m.role_id = g.id and ${who})`;
  const members = {
    kind: 'many' as const,
    contains: (id: string) => (/^[1-9]\d{0,14}$/.test(id) ? isMember(sql`m.user_id = ${Number(id)}`) : sql`false`),
    any: isMember(sql`true`),
  };
  return {
    id: { kind: 'text', column: sql`g.id::text`, caseExact: true },
    externalid: { kind: 'text', column: sql.ref('g.external_id'), caseExact: true },
    displayname: { kind: 'text', column: sql.ref('g.name'), caseExact: false },
    members,
    'members.value': members,
  };
};

export async function listGroups(
  tx: Tx,
  applicationId: number,
  { filter, offset, count }: ListQuery,
): Promise<{ total: number; groups: ScimGroup[] }> {
  const condition = filter === null ? sql`true` : compileFilter(filter, filterablesOf(applicationId));
  const totals = await sql<{ total: number }>`
    select count(*) as total from ${groupsOf(applicationId)} where ${condition}`.execute(tx);
  const { rows } = await sql<ScimGroup>`
    select g.* from ${groupsOf(applicationId)} where ${condition} order by g.id limit ${count} offset ${offset}`.execute(
    tx,
  );
  return { total: totals.rows[0]?.total ?? 0, groups: rows };
}

export async function findGroup(tx: Tx, applicationId: number, id: number): Promise<ScimGroup | undefined> {
  const { rows } = await sql<ScimGroup>`select g.* from ${groupsOf(applicationId)} where g.id = ${id}`.execute(tx);
  return rows[0];
}

/** Lists the members of groups, by the id of the group. */
export async function listMembers(
  tx: Tx,
  applicationId: number,
  groupIds: readonly number[],
): Promise<Map<number, Member[]>> {
  const { rows } = await sql<Member & { role_id: number }>`
    select m.role_id, u.id, u.name
    from (${memberships(applicationId)}) m join users u on u.id = m.user_id
    where m.role_id = any(${[...groupIds]}::bigint[])
    order by m.role_id, u.id`.execute(tx);
  const members = new Map<number, Member[]>();
  for (const { role_id, ...member } of rows) {
    const ofGroup = members.get(role_id);
    if (ofGroup) ofGroup.push(member);
    else members.set(role_id, [member]);
  }
  return members;
}

/** Lists the groups of people, by the id of the person. */
export async function listGroupsOf(
  tx: Tx,
  applicationId: number,
  userIds: readonly number[],
): Promise<Map<number, { id: number; name: string }[]>> {
  const { rows } = await sql<{ user_id: number; id: number; name: string }>`
    select m.user_id, r.id, r.name
    from (${memberships(applicationId)}) m join roles r on r.id = m.role_id
    where m.user_id = any(${[...userIds]}::bigint[])
    order by m.user_id, r.id`.execute(tx);
  const groups = new Map<number, { id: number; name: string }[]>();
  for (const { user_id, id, name } of rows) groups.set(user_id, [...(groups.get(user_id) ?? []), { id, name }]);
  return groups;
}

/** Stores the provider's name for a group; null: none. Returns false when another group has it. */
export async function saveExternalId(
  tx: Tx,
  applicationId: number,
  roleId: number,
  externalId: string | null,
): Promise<boolean> {
  await tx
    .deleteFrom('scim_groups')
    .where('application_id', '=', applicationId)
    .where('role_id', '=', roleId)
    .execute();
  if (externalId === null) return true;
  const row = await tx
    .insertInto('scim_groups')
    .values({ application_id: applicationId, role_id: roleId, external_id: externalId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('role_id')
    .executeTakeFirst();
  return row !== undefined;
}

interface Membership {
  application_id: number;
  user_id: number;
  role_id: number;
}

/** Returns false when the provider had put the person into the group before. */
export async function insertMembership(tx: Tx, membership: Membership, now: Date): Promise<boolean> {
  const { role_id: _role, ...key } = membership;
  await tx
    .insertInto('scim_people')
    .values({ ...key, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .insertInto('scim_memberships')
    .values(membership)
    .onConflict((conflict) => conflict.doNothing())
    .returning('role_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteMembership(tx: Tx, { application_id, user_id, role_id }: Membership): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('scim_memberships')
    .where('application_id', '=', application_id)
    .where('user_id', '=', user_id)
    .where('role_id', '=', role_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the role of the group that the provider has put a person into last, of those that a token may give. */
export async function findLastGroup(
  tx: Tx,
  { application_id, user_id }: Omit<Membership, 'role_id'>,
  tokenId: number,
): Promise<number | null> {
  const found = await tx
    .selectFrom('scim_memberships as m')
    .innerJoin('scim_token_roles as given', 'given.role_id', 'm.role_id')
    .select('m.role_id')
    .where('given.token_id', '=', tokenId)
    .where('m.application_id', '=', application_id)
    .where('m.user_id', '=', user_id)
    .orderBy('m.place', 'desc')
    .executeTakeFirst();
  return found?.role_id ?? null;
}
