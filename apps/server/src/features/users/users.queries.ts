import { sql } from 'kysely';
import type { StaffLanguage } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';

export async function insertUser(
  tx: Tx,
  user: { name: string; email: string; phone?: string | null; password_hash: string; super_user: 0 | 1 },
): Promise<number> {
  const { id } = await tx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function superuserExists(tx: Tx): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('super_user', '=', 1)
    .where('deactivated_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function setPassword(tx: Tx, userId: number, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Sets the language of somebody's screens; null: the one of their browser. */
export async function setLanguage(tx: Tx, userId: number, language: StaffLanguage | null): Promise<void> {
  await tx.updateTable('users').set({ language }).where('id', '=', userId).execute();
}

/** Grants permissions in an application that the user belongs to; null: in every one that they belong to. */
export async function grantPermissions(
  tx: Tx,
  userId: number,
  applicationId: number | null,
  names: readonly string[],
): Promise<void> {
  await sql`
    insert into user_permissions (user_id, application_id, permission_id)
    select ${userId}, ${applicationId}::bigint, id from permissions where name = any(${names}::text[])
    on conflict do nothing`.execute(tx);
}

export async function assignApplication(
  tx: Tx,
  userId: number,
  applicationId: number,
  {
    landingPage = null,
    locations = [],
    roleId = null,
  }: { landingPage?: string | null; locations?: string[]; roleId?: number | null } = {},
): Promise<void> {
  await tx
    .insertInto('application_users')
    .values({ user_id: userId, application_id: applicationId, landing_page: landingPage, locations, role_id: roleId })
    .execute();
}

/** Returns the id of the new user; null where the address is taken. */
export async function insertRegistered(
  tx: Tx,
  user: { name: string; email: string; password_hash: string; phone?: string | null; super_user?: number },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email, password_hash, phone, super_user)
    values (${user.name}, ${user.email}, ${user.password_hash}, ${user.phone ?? null}, ${user.super_user ?? 0})
    on conflict (lower(email)) do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}
