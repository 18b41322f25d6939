import { MAX_UNPAGED, type Permission } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** A member of staff and their addresses. */
export interface StaffRecipient {
  user_id: number;
  name: string;
  /** null when there is no address that e-mail can be sent to. */
  email: string | null;
  /** A number in E.164. */
  phone: string | null;
  /** The language of their screens, which is that of their e-mails too; null when they have chosen none. */
  language: string | null;
}

/** SQL: user `u` may sign in, and has an e-mail address or a phone. */
export const isReachable = sql<boolean>`(
  u.deactivated_at is null and u.deleted_at is null and (u.email like '_%@_%' or u.phone is not null))`;

/** SQL: the columns of StaffRecipient for a user `u`. */
export const staffColumns = sql`u.id as user_id, u.name, case when u.email like '_%@_%' then u.email end as email, u.phone, u.language`;

/**
 * Returns who is responsible for an application when nobody else is: its users with the permission `admin` or, where
 * none of them can be reached, the superusers.
 */
export async function listAdministrators(tx: Tx, applicationId: number): Promise<StaffRecipient[]> {
  const { rows } = await sql<StaffRecipient>`
    select ${staffColumns}
    from users u
    where ${isReachable}
      and exists (
        select from held_permissions held
        join permissions p on p.id = held.permission_id
        where held.user_id = u.id and held.application_id = ${applicationId} and p.name = 'admin')
    order by u.id`.execute(tx);
  return rows.length > 0 ? rows : listSuperusers(tx);
}

/** Returns the addresses of a user; undefined when they cannot be reached. */
export async function findRecipient(tx: Tx, userId: number): Promise<StaffRecipient | undefined> {
  const { rows } = await sql<StaffRecipient>`
    select ${staffColumns} from users u where u.id = ${userId} and ${isReachable}`.execute(tx);
  return rows[0];
}

/** Lists the superusers, and who has a permission in some application. */
export async function listWhoMay(tx: Tx, permission: Permission): Promise<StaffRecipient[]> {
  const { rows } = await sql<StaffRecipient>`
    select ${staffColumns}
    from users u
    where ${isReachable}
      and (u.super_user = 1 or exists (
        select from held_permissions held
        join permissions p on p.id = held.permission_id
        where held.user_id = u.id and held.application_id is not null and p.name in ('admin', ${permission})))
    order by u.id`.execute(tx);
  return rows;
}

export interface Colleague {
  id: number;
  name: string;
  /** The wards that they see; empty: every ward. */
  wards: string[];
}

/** Lists the people of an application who have all of these permissions there, by name. */
export async function listColleagues(
  tx: Tx,
  applicationId: number,
  ...permissions: readonly Permission[]
): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select u.id, u.name, au.locations as wards
    from application_users au
    join users u on u.id = au.user_id
    where au.application_id = ${applicationId} and u.deactivated_at is null and u.deleted_at is null
      and (
        select coalesce(bool_or(p.name = 'admin'), false)
          or count(distinct p.name) filter (where p.name = any(${permissions}::text[])) = ${permissions.length}
        from held_permissions held
        join permissions p on p.id = held.permission_id
        where held.user_id = u.id and held.application_id = ${applicationId})
    order by lower(u.name), u.id limit ${MAX_UNPAGED}`.execute(tx);
  return rows;
}

/** Lists those of these people who can be reached. */
export async function listRecipients(tx: Tx, userIds: readonly number[]): Promise<StaffRecipient[]> {
  const { rows } = await sql<StaffRecipient>`
    select ${staffColumns} from users u where ${isReachable} and u.id = any(${[...userIds]}::bigint[])`.execute(tx);
  return rows;
}

/**
 * SQL: the language in which user `u` reads: the chosen one, else that of the first application they belong to; null for somebody
 * without either.
 */
export const languageOfStaff = sql<string | null>`coalesce(u.language, (
  select a.language from application_users au join applications a on a.id = au.application_id
  where au.user_id = u.id order by au.application_id limit 1))`;

export async function listSuperusers(tx: Tx): Promise<StaffRecipient[]> {
  const { rows } = await sql<StaffRecipient>`
    select ${staffColumns} from users u where ${isReachable} and u.super_user = 1 order by u.id`.execute(tx);
  return rows;
}
