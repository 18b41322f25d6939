import type { Tx } from '../../platform/db/database.ts';
import { deleteChallengesOf as deletePasskeyChallengesOf, requirePasswordFirst } from '../passkeys/index.ts';
import { endSessions } from '../sessions/index.ts';
import { deleteChallengesOf } from './challenges.queries.ts';
import { deleteIdentities } from './identities.queries.ts';
import { endResetLinks } from './reset-links.queries.ts';
import { deleteReturnsOf } from './sign-on-attempts.queries.ts';

/**
 * Ends what was begun as this user and would still let somebody in: links to choose a password, sign-ins that wait for
 * their code or a passkey, and those that have come back from the identity provider.
 */
export async function endOpenWays(tx: Tx, userId: number, now: Date): Promise<void> {
  // A sign-in with the old password has ended before this, and its session is found, or it waits and is refused.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  await endResetLinks(tx, userId, now);
  await deleteChallengesOf(tx, userId);
  await deletePasskeyChallengesOf(tx, userId);
  await deleteReturnsOf(tx, userId);
}

/**
 * Ends every way in but the password, for an account that is claimed anew: its password or address was set by somebody
 * else, or by a link. Whoever had it before is out, and single sign-on is linked anew by the address. A second step stays:
 * passkeys are that and nothing more until the new password was entered with them. The session of the caller, `except`,
 * goes on.
 */
export async function endWaysIn(tx: Tx, userId: number, now: Date, only: { except?: number } = {}): Promise<void> {
  await endOpenWays(tx, userId, now);
  await deleteIdentities(tx, userId);
  await requirePasswordFirst(tx, userId);
  await endSessions(tx, userId, only);
}
