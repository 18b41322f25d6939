import { verify } from '@node-rs/argon2';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Unauthorized } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { hashPassword } from '../users/index.ts';
import { countCode, deleteChallenge, insertChallenge } from '../credentials/index.ts';
import { writeAccountEmail } from './account-emails.queries.ts';
import { findChallenge, findUserByEmail, isStillPassword, type AccountUser } from './account.queries.ts';
import { findDevice } from './device-cookie.ts';
import { openSession, type SignedIn } from './open-session.ts';
import { countFailure, forgetOwnFailures, refuseHeldBack, type Attempt } from '../failed-attempts/index.ts';
import { signInHappened, whatOf, type SignInEvent } from './sign-in-happened.ts';
import type { passkeys } from '@wardvoice/contract';
import { findHindrance, listUsable, rpIdOf, verifyPasskey } from '../passkeys/index.ts';
import { hasSecondStep, redeemCode } from '../two-step/index.ts';
import type { DeviceVisitor } from './visitor.ts';

const CHALLENGE_MINUTES = 5;
const MAX_CODES = 5;
const WRONG_CODE = 'This code is wrong, or was used already.';
export const WRONG_PASSKEY = 'This passkey was not accepted. Try again, or sign in in another way.';

/** The hash that a password is compared with when there is no such user, so that both answers take the same time. */
const nobodysHash = hashPassword(newToken());

/** Somebody whose password was right, in a browser that is one of theirs from now on. */
export interface SignedInHere extends SignedIn {
  user: AccountUser;
}

export interface Settings {
  /** Whether only superusers may sign in with a password. */
  singleSignOnOnly: boolean;
}

/** Whoever is refused reads the same, so nobody learns whose password was right, or who is a superuser. */
const wrong = ({ singleSignOnOnly }: Settings) =>
  new Unauthorized(
    singleSignOnOnly
      ? 'Sign in by single sign-on. With a password only a superuser gets in, and this one is wrong or not a superuser’s.'
      : 'E-mail address or password is wrong.',
  );

/** The same holds for passkeys. */
export const mayUsePassword = (user: AccountUser, { singleSignOnOnly }: Settings): boolean =>
  !singleSignOnOnly || user.super_user === 1;

/** Checks a password, then opens a session or asks for the second step. */
export async function signIn(
  ctx: Context,
  { username, password }: { username: string; password: string },
  visitor: DeviceVisitor,
  settings: Settings,
): Promise<SignedInHere | { twoStepToken: string; passkey: boolean }> {
  const { address } = visitor;
  const { user, attempt } = await ctx.db.transaction(systemScope('person'), async (tx) => {
    const found = await findUserByEmail(tx, username);
    const attempted = attemptAt(ctx, found, visitor, username);
    await refuseHeldBack(tx, ctx, attempted);
    return { user: found, attempt: attempted };
  });
  const matches = await verify(user?.password_hash ?? (await nobodysHash), password).catch(() => false);
  if (!user || !matches || !mayUsePassword(user, settings)) {
    await ctx.db.transaction(systemScope('person'), async (tx) => {
      // A right password that is not accepted counts as well: otherwise its wait would tell that it is right.
      await countFailure(tx, ctx, attempt);
      const userId = user?.id ?? null;
      const what = user && matches ? 'password_not_accepted' : 'wrong_password';
      await signInHappened(tx, ctx, { what, userId, address, method: 'password' });
    });
    throw wrong(settings);
  }
  return ctx.db.transaction(systemScope('person'), async (tx) => {
    await refuseHeldBack(tx, ctx, attempt);
    if (!(await isStillPassword(tx, user))) throw wrong(settings);
    if (!(await hasSecondStep(tx, user.id)))
      return enter(tx, ctx, user, { attempt, visitor, settings, method: 'password' });
    const twoStepToken = newToken();
    const now = ctx.clock();
    const expires_at = new Date(now.getTime() + CHALLENGE_MINUTES * 60_000);
    await insertChallenge(tx, { token_hash: hashToken(twoStepToken), user_id: user.id, expires_at }, now);
    return { twoStepToken, passkey: await isPasskeyAccepted(tx, ctx, user.id) };
  });
}

async function isPasskeyAccepted(tx: Tx, ctx: Context, userId: number): Promise<boolean> {
  if (findHindrance(ctx)) return false;
  return (await listUsable(tx, userId, { rpId: rpIdOf(ctx), alone: false })).length > 0;
}

type SecondStep = { code: string } | { credential: passkeys.Assertion };

/**
 * Checks the second step: a code, or what a passkey has signed. A wrong one counts as a wrong password does, and a right password alone does not
 * reset that count. The fifth ends this sign-in.
 */
export async function signInTwoStep(
  ctx: Context,
  twoStepToken: string,
  proof: SecondStep,
  visitor: DeviceVisitor,
  settings: Settings,
): Promise<SignedInHere> {
  const { address } = visitor;
  const tokenHash = hashToken(twoStepToken);
  const outcome = await ctx.db.transaction(systemScope('person'), async (tx) => {
    // The row of this sign-in is locked first, so that codes at once wait for each other here and not in a deadlock.
    const codes = await countCode(tx, tokenHash);
    const user = await findChallenge(tx, tokenHash, ctx.clock());
    if (!user) return null;
    const attempt = attemptAt(ctx, user, visitor, user.email);
    await refuseHeldBack(tx, ctx, attempt);
    if (codes > MAX_CODES) return null;
    if (!(await isStillPassword(tx, user)) || !mayUsePassword(user, settings)) return null;
    const what = await findWrong(tx, ctx, { userId: user.id, twoStepToken }, proof);
    if (what === null && (await deleteChallenge(tx, tokenHash)))
      return enter(tx, ctx, user, { attempt, visitor, settings, method: 'password' });
    if (codes >= MAX_CODES) await deleteChallenge(tx, tokenHash);
    await countFailure(tx, ctx, attempt);
    await signInHappened(tx, ctx, { what: what ?? 'wrong_code', userId: user.id, address, method: 'password' });
    return 'wrong';
  });
  if (outcome === null) throw new Unauthorized('This took too long. Sign in again.');
  if (outcome === 'wrong') throw new Unauthorized('code' in proof ? WRONG_CODE : WRONG_PASSKEY);
  return outcome;
}

/** Returns what is wrong with a second step; null when it is right. A code, and what a passkey has signed, is then used up. */
async function findWrong(
  tx: Tx,
  ctx: Context,
  { userId, twoStepToken: holder }: { userId: number; twoStepToken: string },
  proof: SecondStep,
): Promise<SignInEvent['what'] | null> {
  if ('code' in proof) return (await redeemCode(tx, ctx, userId, proof.code)) ? null : 'wrong_code';
  const { failure } = await verifyPasskey(tx, ctx, { purpose: 'second_step', holder, userId }, proof.credential);
  return failure && whatOf(failure);
}

export const attemptAt = (
  ctx: Context,
  user: AccountUser | undefined,
  { address, devices }: DeviceVisitor,
  username: string,
): Attempt => ({ account: user?.email ?? username, address, device: findDevice(ctx, devices, user) });

/** Opens the session of somebody who has shown all that is asked for. */
export async function enter(
  tx: Tx,
  ctx: Context,
  user: AccountUser,
  {
    attempt,
    visitor,
    settings,
    method,
  }: { attempt: Attempt; visitor: DeviceVisitor; settings: Settings; method: 'password' | 'passkey' },
): Promise<SignedInHere> {
  await forgetOwnFailures(tx, ctx, attempt);
  if (settings.singleSignOnOnly) await writeAccountEmail(tx, ctx, { user_id: user.id, kind: 'emergency_sign_in' });
  return { user, ...(await openSession(tx, ctx, user, visitor, method)) };
}
