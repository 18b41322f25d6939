import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface AccountUser {
  id: number;
  name: string;
  email: string;
  password_hash: string;
  super_user: number;
}

const users = (tx: Tx) =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'super_user'])
    .where('deactivated_at', 'is', null);

export const findUserByEmail = (tx: Tx, email: string): Promise<AccountUser | undefined> =>
  users(tx)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();

export const findUser = (tx: Tx, id: number): Promise<AccountUser | undefined> =>
  users(tx).where('id', '=', id).executeTakeFirst();

export function findApplicationUser(tx: Tx, userId: number, applicationId: number) {
  return tx
    .selectFrom('application_users')
    .select(['landing_page', 'locations'])
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

/** Stores that the password was right. The person then has five minutes to enter the code. */
export async function insertChallenge(
  tx: Tx,
  challenge: { token_hash: Buffer; user_id: number; expires_at: Date },
  now: Date,
): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute();
  await tx.insertInto('sign_in_challenges').values(challenge).execute();
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

/** Counts a code before it is checked, so that many at once are no more than are allowed. Returns how many there were. */
export async function countCode(tx: Tx, tokenHash: Buffer): Promise<number> {
  const row = await tx
    .updateTable('sign_in_challenges')
    .set((update) => ({ wrong_codes: update('wrong_codes', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .returning('wrong_codes')
    .executeTakeFirst();
  return row?.wrong_codes ?? Infinity;
}

/** Returns false when another request has deleted the challenge first. */
export async function deleteChallenge(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the challenges that were opened with the old password, so that sign-ins in progress start again. */
export async function deleteChallengesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
}
