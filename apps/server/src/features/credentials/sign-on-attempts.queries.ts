import type { Tx } from '../../platform/db/database.ts';

export interface SignOnAttempt {
  /** The provider that was asked, as its settings name it. */
  issuer: string;
  state: string;
  nonce: string;
  code_verifier: string;
  /** Somebody who has a session proves again who they are, and gets no further session. */
  is_proof: boolean;
}

/** Who came back from the provider, or why nobody did. */
export interface SignOnReturn {
  user_id?: number;
  failure?: string;
  /** When the provider asked for the person's password or the like; null where it does not say. */
  authenticated_at?: Date | null;
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
    .select(['issuer', 'state', 'nonce', 'code_verifier', 'is_proof'])
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .where('user_id', 'is', null)
    .where('failure', 'is', null)
    .executeTakeFirst();
}

export async function recordReturn(tx: Tx, browserHash: Buffer, result: SignOnReturn): Promise<void> {
  await tx.updateTable('single_sign_on_attempts').set(result).where('browser_hash', '=', browserHash).execute();
}

/** Returns the result of the attempt, which was for a proof or for a sign-in. It can be fetched once. */
export function claimReturn(tx: Tx, browserHash: Buffer, now: Date, isProof: boolean) {
  return tx
    .deleteFrom('single_sign_on_attempts')
    .where('browser_hash', '=', browserHash)
    .where('is_proof', '=', isProof)
    .where('expires_at', '>', now)
    .returning(['user_id', 'failure', 'authenticated_at'])
    .executeTakeFirst();
}

/** Deletes the attempts that have come back as this user and were not fetched. */
export async function deleteReturnsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('single_sign_on_attempts').where('user_id', '=', userId).execute();
}
