import type { Tx } from '../../platform/db/database.ts';

export interface SignOnAttempt {
  state: string;
  nonce: string;
  code_verifier: string;
}

export async function insertAttempt(
  tx: Tx,
  attempt: SignOnAttempt & { browser_hash: Buffer; expires_at: Date },
  now: Date,
): Promise<void> {
  await tx.deleteFrom('single_sign_on_attempts').where('expires_at', '<=', now).execute();
  await tx.insertInto('single_sign_on_attempts').values(attempt).execute();
}

/** Finds the open attempt of this browser, while it has not returned. */
export function findAttempt(tx: Tx, browserHash: Buffer, now: Date): Promise<SignOnAttempt | undefined> {
  return tx
    .selectFrom('single_sign_on_attempts')
    .select(['state', 'nonce', 'code_verifier'])
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .where('user_id', 'is', null)
    .where('failure', 'is', null)
    .executeTakeFirst();
}

export async function recordReturn(
  tx: Tx,
  browserHash: Buffer,
  result: { user_id: number } | { failure: string },
): Promise<void> {
  await tx.updateTable('single_sign_on_attempts').set(result).where('browser_hash', '=', browserHash).execute();
}

/** Returns the result of the attempt. It can be fetched once. */
export function claimReturn(tx: Tx, browserHash: Buffer, now: Date) {
  return tx
    .deleteFrom('single_sign_on_attempts')
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(['user_id', 'failure'])
    .executeTakeFirst();
}

/** Deletes the attempts that have come back as this user and were not fetched. */
export async function deleteReturnsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('single_sign_on_attempts').where('user_id', '=', userId).execute();
}
