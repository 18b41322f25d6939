import { verify } from '@node-rs/argon2';
import type { Context } from '../../platform/context.ts';
import { Unauthorized } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { hashPassword } from '../users/index.ts';
import { deleteChallenge, insertChallenge } from '../credentials/index.ts';
import { findChallenge, findUserByEmail } from './account.queries.ts';
import { openSession, type SignedIn } from './open-session.ts';
import type { Visitor } from '../sessions/index.ts';
import { countFailure, refuseHeldBack } from './sign-in-failures.ts';
import { signInHappened } from './sign-in-happened.ts';
import { redeemCode } from './redeem-code.ts';
import { isTwoStepOn } from './two-step.queries.ts';

const CHALLENGE_MINUTES = 5;

/** The hash that a password is compared with when there is no such user, so that both answers take the same time. */
const nobodysHash = hashPassword(newToken());

/** Checks a password, then opens a session or asks for the second step. */
export async function signIn(
  ctx: Context,
  { username, password }: { username: string; password: string },
  visitor: Visitor,
): Promise<SignedIn | { twoStepToken: string }> {
  const { address } = visitor;
  const attempt = { account: username, address };
  const user = await ctx.db.transaction(systemScope('person'), async (tx) => {
    await refuseHeldBack(tx, ctx, attempt);
    return findUserByEmail(tx, username);
  });
  const matches = await verify(user?.password_hash ?? (await nobodysHash), password).catch(() => false);
  if (!user || !matches) {
    await ctx.db.transaction(systemScope('person'), async (tx) => {
      await countFailure(tx, ctx, attempt);
      const userId = user?.id ?? null;
      await signInHappened(tx, ctx, { what: 'wrong_password', userId, address, method: 'password' });
    });
    throw new Unauthorized('E-mail address or password is wrong.');
  }
  return ctx.db.transaction(systemScope('person'), async (tx) => {
    if (!(await isTwoStepOn(tx, user.id))) return openSession(tx, ctx, user, visitor, 'password');
    await refuseHeldBack(tx, ctx, attempt);
    const twoStepToken = newToken();
    const now = ctx.clock();
    const expires_at = new Date(now.getTime() + CHALLENGE_MINUTES * 60_000);
    await insertChallenge(tx, { token_hash: hashToken(twoStepToken), user_id: user.id, expires_at }, now);
    return { twoStepToken };
  });
}

/**
 * Checks the code of the second step. A wrong code counts as a wrong password does, and a right password alone does not
 * reset that count.
 */
export async function signInTwoStep(
  ctx: Context,
  { two_step_token, code }: { two_step_token: string; code: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const { address } = visitor;
  const tokenHash = hashToken(two_step_token);
  const outcome = await ctx.db.transaction(systemScope('person'), async (tx) => {
    const user = await findChallenge(tx, tokenHash, ctx.clock());
    if (!user) return null;
    const attempt = { account: user.email, address };
    await refuseHeldBack(tx, ctx, attempt);
    if ((await redeemCode(tx, ctx, user.id, code)) && (await deleteChallenge(tx, tokenHash)))
      return openSession(tx, ctx, user, visitor, 'password');
    await countFailure(tx, ctx, attempt);
    await signInHappened(tx, ctx, { what: 'wrong_code', userId: user.id, address, method: 'password' });
    return 'wrong';
  });
  if (outcome === null) throw new Unauthorized('This took too long. Sign in again.');
  if (outcome === 'wrong') throw new Unauthorized('This code is wrong, or was used already.');
  return outcome;
}
