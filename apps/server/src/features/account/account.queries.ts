import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Session } from '../../platform/http/session.ts';

export interface SignInUser {
  id: number;
  name: string;
  email: string;
  password_hash: string;
  super_user: number;
}

export function findUserByEmail(tx: Tx, email: string): Promise<SignInUser | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'super_user'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
}

export async function insertSession(
  tx: Tx,
  session: {
    token_hash: Buffer;
    user_id: number;
    application_id: number | null;
    user_agent: string | null;
    created_at: Date;
    expires_at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({ ...session, last_seen_at: session.created_at })
    .execute();
}

export async function deleteSession(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', id).execute();
}

export async function setSessionApplication(tx: Tx, id: number, applicationId: number | null): Promise<void> {
  await tx.updateTable('sessions').set({ application_id: applicationId }).where('id', '=', id).execute();
}

/**
 * The session behind a token, with everything that access depends on, as it is now: a deactivated user, a permission
 * taken away or an application left count from the next call on.
 */
export async function findSession(tx: Tx, tokenHash: Buffer, now: Date): Promise<Session | null> {
  const { rows } = await sql<Session>`
    select s.id, u.id as "userId", u.name as "userName", u.super_user,
      array(select p.name from user_permissions up join permissions p on p.id = up.permission_id where up.user_id = u.id) as permissions,
      case when u.super_user = 1 or au.user_id is not null then s.application_id end as "applicationId",
      coalesce(au.locations, '{}') as locations
    from sessions s
    join users u on u.id = s.user_id and u.deactivated_at is null
    left join application_users au on au.user_id = u.id and au.application_id = s.application_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}`.execute(tx);
  return rows[0] ?? null;
}

export async function findApplicationUser(tx: Tx, userId: number, applicationId: number) {
  return tx
    .selectFrom('application_users')
    .select(['landing_page', 'locations'])
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

export async function getUserName(tx: Tx, userId: number): Promise<{ name: string; email: string }> {
  return tx.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();
}
