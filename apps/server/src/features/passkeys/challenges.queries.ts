import type { Tx } from '../../platform/db/database.ts';
import { hashToken } from '../../platform/secrets.ts';

export type Purpose = 'sign_in' | 'second_step' | 'add' | 'prove' | 'unlock';

/** What a challenge is for, and who may answer it. */
export interface Asked {
  purpose: Purpose;
  /** What the answer comes with: the cookie of a browser, the token of a begun sign-in, or a session. */
  holder: string;
  /** Null while nobody knows who signs in. */
  userId: number | null;
}

export async function insertChallenge(
  tx: Tx,
  { purpose, holder, userId }: Asked,
  challenge: { text: string; userHandle?: Buffer; expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
  await tx
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashToken(challenge.text),
      purpose,
      holder_hash: hashToken(holder),
      user_id: userId,
      user_handle: challenge.userHandle ?? null,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/** Uses up a challenge. Of two answers to it, one gets it; so does nobody for whom, or for what, it was not made. */
export async function claimChallenge(tx: Tx, { purpose, holder, userId }: Asked, text: string, now: Date) {
  return tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(text))
    .where('purpose', '=', purpose)
    .where('holder_hash', '=', hashToken(holder))
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', now)
    .returning('user_handle')
    .executeTakeFirst();
}

/** Ends what this user was asked to sign. */
export async function deleteChallengesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute();
}
