import { verify } from '@node-rs/argon2';
import type { Context } from '../../platform/context.ts';
import { Unauthorized } from '../../platform/errors.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { hashPassword } from '../users/index.ts';
import { deleteChallenge, findChallenge, findUserByEmail, insertChallenge } from './account.queries.ts';
import { openSession, type SignedIn } from './open-session.ts';
import type { Visitor } from './session.queries.ts';
import { countFailure, refuseHeldBack } from './sign-in-failures.ts';
import { signInHappened } from './sign-in-happened.ts';
import { takeCode } from './take-code.ts';
import { isTwoStepOn } from './two-step.queries.ts';

const CHALLENGE_MINUTES = 5;

/** Compared with when there is no such user, so that both answers take as long. */
const nobodysHash = hashPassword(newToken());

/** Checks a password. Opens a session, or asks for the second step. */
export async function signIn(
  house: Context,
  { username, password }: { username: string; password: string },
  visitor: Visitor,
): Promise<SignedIn | { twoStepToken: string }> {
  const { address } = visitor;
  const attempt = { account: username, address };
  const user = await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    await refuseHeldBack(tx, house, attempt);
    return findUserByEmail(tx, username);
  });
  const matches = await verify(user?.password_hash ?? (await nobodysHash), password).catch(() => false);
  if (!user || !matches) {
    await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
      await countFailure(tx, house, attempt);
      const userId = user?.id ?? null;
      await signInHappened(tx, house, { what: 'wrong_password', userId, address, method: 'password' });
    });
    throw new Unauthorized('E-mail address or password is wrong.');
  }
  return house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    if (!(await isTwoStepOn(tx, user.id))) return openSession(tx, house, user, visitor, 'password');
    await refuseHeldBack(tx, house, attempt);
    const twoStepToken = newToken();
    const now = house.clock();
    const expires_at = new Date(now.getTime() + CHALLENGE_MINUTES * 60_000);
    await insertChallenge(tx, { token_hash: hashToken(twoStepToken), user_id: user.id, expires_at }, now);
    return { twoStepToken };
  });
}

/** The second step. Wrong codes count as wrong passwords do; a right password alone does not forget them. */
export async function signInTwoStep(
  house: Context,
  { two_step_token, code }: { two_step_token: string; code: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const { address } = visitor;
  const tokenHash = hashToken(two_step_token);
  const outcome = await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    const user = await findChallenge(tx, tokenHash, house.clock());
    if (!user) return null;
    const attempt = { account: user.email, address };
    await refuseHeldBack(tx, house, attempt);
    if ((await takeCode(tx, house, user.id, code)) && (await deleteChallenge(tx, tokenHash)))
      return openSession(tx, house, user, visitor, 'password');
    await countFailure(tx, house, attempt);
    await signInHappened(tx, house, { what: 'wrong_code', userId: user.id, address, method: 'password' });
    return 'wrong';
  });
  if (outcome === null) throw new Unauthorized('This took too long. Sign in again.');
  if (outcome === 'wrong') throw new Unauthorized('This code is wrong, or was used already.');
  return outcome;
}
