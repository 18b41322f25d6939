import type { Tx } from '../../platform/db/database.ts';

/** Stores that the password was right. The person then has five minutes to enter the code. */
export async function insertChallenge(
  tx: Tx,
  challenge: { token_hash: Buffer; user_id: number; expires_at: Date },
  now: Date,
): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute();
  await tx.insertInto('sign_in_challenges').values(challenge).execute();
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
