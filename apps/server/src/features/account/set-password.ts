import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { endOpenWays, endWaysIn, usePasswordReset } from '../credentials/index.ts';
import { endSessions } from '../sessions/index.ts';
import { checkPassword, hashPassword, listTitlesOf, setPassword } from '../users/index.ts';
import { writeAccountEmail } from './account-emails.queries.ts';
import { forgetFailures } from '../failed-attempts/index.ts';
import { signInHappened } from './sign-in-happened.ts';

interface Person {
  id: number;
  name: string;
  email: string;
}

/**
 * Sets a password with the link from the e-mail. Every other way in ends, so that somebody who had taken over the account
 * is out.
 */
export async function resetPassword(
  ctx: Context,
  { reset_token, email, password }: { reset_token: string; email: string; password: string },
  address: string,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(systemScope('person'), async (tx) => {
    const now = ctx.clock();
    const user = await usePasswordReset(tx, { tokenHash: hashToken(reset_token), email, now });
    if (!user) {
      const advice = 'This link has expired, was used already, or belongs to another address. Ask for a new one.';
      throw new Invalid({ reset_token: [advice] }, advice);
    }
    // This throws inside the transaction, so the link can be used for another attempt.
    await refuseBadPassword(tx, password, user);
    await endWaysIn(tx, user.id, now);
    await keepPassword(tx, ctx, user, { passwordHash, address });
    await forgetFailures(tx, ctx, { account: user.email, address });
  });
}

/** Changes the password of a person who has given the old one. Their other sessions end. */
export async function changePassword(
  ctx: Context,
  user: Person,
  { password, sessionId, address }: { password: string; sessionId: number; address: string },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(systemScope('person'), async (tx) => {
    await refuseBadPassword(tx, password, user);
    await endOpenWays(tx, user.id, ctx.clock());
    await endSessions(tx, user.id, { except: sessionId });
    await keepPassword(tx, ctx, user, { passwordHash, address });
  });
}

async function refuseBadPassword(tx: Tx, password: string, user: Person): Promise<void> {
  const problems = checkPassword(password, { ...user, applications: await listTitlesOf(tx, user.id) });
  if (problems.length > 0) throw new Invalid({ password: problems });
}

async function keepPassword(
  tx: Tx,
  ctx: Context,
  user: Person,
  { passwordHash, address }: { passwordHash: string; address: string },
): Promise<void> {
  await setPassword(tx, user.id, passwordHash, ctx.clock());
  await writeAccountEmail(tx, ctx, { user_id: user.id, kind: 'password_changed' });
  await signInHappened(tx, ctx, { what: 'password_set', userId: user.id, address, method: 'password' });
}
