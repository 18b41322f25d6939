import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { checkPassword, hashPassword } from '../users/index.ts';
import { writeAccountEmail } from './account-emails.queries.ts';
import { deleteChallengesOf, setPassword } from './account.queries.ts';
import { usePasswordReset } from './password-reset.queries.ts';
import { deleteSessions } from './session.queries.ts';
import { forgetFailures } from './sign-in-failures.ts';
import { signInHappened } from './sign-in-happened.ts';

interface Person {
  id: number;
  name: string;
  email: string;
}

/** With the link from the e-mail. Ends all sessions: whoever took the account over is out. */
export async function resetPassword(
  house: Context,
  { reset_token, email, password }: { reset_token: string; email: string; password: string },
  address: string,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    const now = house.clock();
    const user = await usePasswordReset(tx, { tokenHash: hashToken(reset_token), email, now });
    if (!user) {
      const advice = 'This link has expired, was used already, or belongs to another address. Ask for a new one.';
      throw new Invalid({ reset_token: [advice] }, advice);
    }
    // Thrown inside the transaction, so the link stays good for another try.
    refuseBadPassword(password, user);
    await keepPassword(tx, house, user, { passwordHash, address });
    await forgetFailures(tx, house, { account: user.email, address });
  });
}

/** By the person, who has shown the old one. Their other sessions end. */
export async function changePassword(
  house: Context,
  user: Person,
  { password, sessionId, address }: { password: string; sessionId: number; address: string },
): Promise<void> {
  refuseBadPassword(password, user);
  const passwordHash = await hashPassword(password);
  await house.db.transaction(SYSTEM_SCOPE, (tx) => keepPassword(tx, house, user, { passwordHash, address, sessionId }));
}

function refuseBadPassword(password: string, user: Person): void {
  const problems = checkPassword(password, user);
  if (problems.length > 0) throw new Invalid({ password: problems });
}

async function keepPassword(
  tx: Tx,
  house: Context,
  user: Person,
  { passwordHash, address, sessionId }: { passwordHash: string; address: string; sessionId?: number },
): Promise<void> {
  await setPassword(tx, user.id, passwordHash, house.clock());
  await deleteSessions(tx, user.id, sessionId === undefined ? {} : { except: sessionId });
  await deleteChallengesOf(tx, user.id);
  await writeAccountEmail(tx, house, { user_id: user.id, kind: 'password_changed' });
  await signInHappened(tx, house, { what: 'password_set', userId: user.id, address, method: 'password' });
}
