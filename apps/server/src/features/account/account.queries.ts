import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface AccountUser {
  id: number;
  name: string;
  email: string;
  password_hash: string;
  super_user: number;
  language: string | null;
}

const users = (tx: Tx) =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'super_user', 'language'])
    .where('deactivated_at', 'is', null);

export const findUserByEmail = (tx: Tx, email: string): Promise<AccountUser | undefined> =>
  users(tx)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();

export const findUser = (tx: Tx, id: number): Promise<AccountUser | undefined> =>
  users(tx).where('id', '=', id).executeTakeFirst();

/** Locks the user against a new password until the end of the transaction. Returns false when there is one already. */
export async function isStillPassword(tx: Tx, { id, password_hash }: AccountUser): Promise<boolean> {
  const found = await users(tx).where('id', '=', id).where('password_hash', '=', password_hash).forShare().execute();
  return found.length > 0;
}

export function findApplicationUser(tx: Tx, userId: number, applicationId: number) {
  return tx
    .selectFrom('application_users')
    .select(['landing_page', 'locations'])
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

export async function findChallenge(tx: Tx, tokenHash: Buffer, now: Date): Promise<AccountUser | undefined> {
  return users(tx)
    .where('id', 'in', (from) =>
      from
        .selectFrom('sign_in_challenges')
        .select('user_id')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now),
    )
    .executeTakeFirst();
}
