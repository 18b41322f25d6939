import type { QueryOf, users } from '@wardvoice/contract';
import { sql } from 'kysely';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import { deleteViewsOf } from '../saved-views/index.ts';

/*
 * Users belong to no application by themselves, so these queries run in transactions that see all. They decide who is
 * shown: the users of an application, or everybody for a superuser who has chosen none.
 */

const visiblePeople = (tx: Tx, { applicationId }: Scope) =>
  tx
    .selectFrom('users as u')
    .where('u.deleted_at', 'is', null)
    .$if(applicationId !== 'all', (rows) =>
      rows.where(sql<boolean>`exists (
        select from application_users au where au.user_id = u.id and au.application_id = ${applicationId})`),
    );

/** A user as they are in the caller's application, or in any for superusers who have chosen none. */
const summaryIn = ({ applicationId }: Scope) =>
  [
    'u.id',
    'u.name',
    'u.email',
    'u.phone',
    sql<boolean>`exists (
      select from opt_outs o
      where o.channel = 'sms' and o.address = u.phone and o.source <> 'bounce'
        and ${applicationId === 'all' ? sql`true` : sql`o.application_id = ${applicationId}`})`.as('phone_stopped'),
    'u.super_user',
    'u.deactivated_at',
    'u.version',
    sql<Date | null>`(select max(s.last_seen_at) from sessions s where s.user_id = u.id)`.as('last_seen_at'),
    sql<number>`(
      select count(distinct held.permission_id) from held_permissions held
      where held.user_id = u.id and ${
        applicationId === 'all' ? sql`true` : sql`held.application_id = ${applicationId}`
      })`.as('permissions_count'),
    sql<string | null>`(
      select r.name from application_users au join roles r on r.id = au.role_id
      where au.user_id = u.id and au.application_id = ${applicationId === 'all' ? null : applicationId})`.as(
      'role_name',
    ),
  ] as const;

export function listUsers(
  tx: Tx,
  scope: Scope,
  { active, role_id, term, sort, ...paging }: QueryOf<typeof users.listUsers>,
) {
  const pattern = containing(term);
  const column = sort.endsWith('name') ? sql`lower(u.name)` : sort.endsWith('email') ? sql`lower(u.email)` : sql`u.id`;
  const query = visiblePeople(tx, scope)
    .select(summaryIn(scope))
    .$if(active === '1', (rows) => rows.where('u.deactivated_at', 'is', null))
    .$if(active === '0', (rows) => rows.where('u.deactivated_at', 'is not', null))
    .$if(role_id !== undefined, (rows) =>
      rows.where(sql<boolean>`exists (
        select from application_users au
        where au.user_id = u.id and au.role_id = ${role_id}
          ${scope.applicationId === 'all' ? sql`` : sql`and au.application_id = ${scope.applicationId}`})`),
    )
    .$if(Boolean(term), (rows) => rows.where(sql<boolean>`(u.name ilike ${pattern} or u.email ilike ${pattern})`))
    .orderBy(column, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('u.id');
  return fetchPage(tx, query, { ...paging, term });
}

export interface Person {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  phone_stopped: boolean;
  super_user: number;
  deactivated_at: Date | null;
  last_seen_at: Date | null;
  permissions_count: number;
  role_name: string | null;
  version: number;
}

export async function getPerson(tx: Tx, scope: Scope, id: number): Promise<Person> {
  const found = await visiblePeople(tx, scope).select(summaryIn(scope)).where('u.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This user');
  return found;
}

/** Locks the row until the end of the transaction. */
export async function lockPerson(tx: Tx, scope: Scope, id: number): Promise<Person> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  return getPerson(tx, scope, id);
}

/** Locks the row of an active user until the end of the transaction. Returns whether they belong to no application. */
export async function lockWithoutAccess(tx: Tx, id: number): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  const found = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', id)
    .where('u.deactivated_at', 'is', null)
    .where(sql<boolean>`not exists (select from application_users au where au.user_id = u.id)`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Locks the row of whoever has this address until the end of the transaction; undefined where nobody has. */
export const lockByEmail = (tx: Tx, email: string): Promise<{ id: number; name: string } | undefined> =>
  tx
    .selectFrom('users')
    .select(['id', 'name'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst();

/** Returns what somebody has in an application; undefined for whoever does not belong to it. */
export async function findSeat(tx: Tx, userId: number, applicationId: number) {
  return tx
    .selectFrom('application_users as au')
    .leftJoin('roles as r', 'r.id', 'au.role_id')
    .select(['au.landing_page', 'au.locations', 'au.role_id', 'r.name as role_name', 'au.version'])
    .where('au.user_id', '=', userId)
    .where('au.application_id', '=', applicationId)
    .executeTakeFirst();
}

export async function updateSeat(
  tx: Tx,
  userId: number,
  applicationId: number,
  columns: { landing_page?: string | null; locations?: string[]; role_id?: number | null },
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await tx
    .updateTable('application_users')
    .set(columns)
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .execute();
}

/** Returns whether the address is taken. Of two transactions with the same address, the second waits for the first. */
export async function isEmailTaken(tx: Tx, email: string, exceptId = 0): Promise<boolean> {
  await lockFor(tx, `user-email:${email.toLowerCase()}`);
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function updateUserColumns(
  tx: Tx,
  id: number,
  columns: {
    name?: string;
    email?: string;
    phone?: string | null;
    super_user?: number;
    password_hash?: string;
    deactivated_at?: Date | null;
    deleted_at?: Date;
  },
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await tx
    .updateTable('users')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Counts the superusers who could still sign in without this one. */
export async function countOtherSuperusers(tx: Tx, exceptId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('super_user', '=', 1)
    .where('deactivated_at', 'is', null)
    .where('id', '<>', exceptId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the permissions, applications and saved views of a user. The row stays, because other records refer to it. */
export async function deleteAccessOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('user_permissions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('application_users').where('user_id', '=', userId).execute();
  await deleteViewsOf(tx, userId, null);
}

/**
 * Lists the wards that messages contain. It skips from value to value in the index, so the cost depends on the number
 * of wards.
 */
export async function listWards(tx: Tx, applicationId: number): Promise<string[]> {
  const { rows } = await sql<{ location: string }>`
    with recursive wards (location) as (
      (select location from hl7_messages
       where application_id = ${applicationId} and location is not null order by location limit 1)
      union all
      select (select m.location from hl7_messages m
        where m.application_id = ${applicationId} and m.location is not null and m.location > w.location
        order by m.location limit 1)
      from wards w where w.location is not null)
    select location from wards where location is not null limit 500`.execute(tx);
  return rows.map(({ location }) => location);
}
