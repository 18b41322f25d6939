import type { passkeys } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { Unauthorized } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { countFailure, refuseHeldBack } from '../failed-attempts/index.ts';
import { askForPasskey, verifyPasskey, type PasskeyFailure } from '../passkeys/index.ts';
import { findChallenge, findUser } from './account.queries.ts';
import { attemptAt, enter, mayUsePassword, WRONG_PASSKEY, type Settings, type SignedInHere } from './sign-in.ts';
import { signInHappened, whatOf } from './sign-in-happened.ts';
import type { DeviceVisitor } from './visitor.ts';

/** These are no guesses, so they are not counted. */
const ADVICE: Readonly<Partial<Record<PasskeyFailure, string>>> = {
  late: 'This took too long. Try again.',
  password_first: 'Your password is new. Sign in with it once: your passkey is asked for afterwards.',
};

/**
 * Signs somebody in with a passkey alone, which has verified that it is they. Failures count as wrong passwords do. Whether
 * the passkey is unknown, wrong or of somebody who may not use it, the answer is the same.
 */
export async function signInByPasskey(
  ctx: Context,
  { browserToken, credential }: { browserToken: string; credential: passkeys.Assertion },
  visitor: DeviceVisitor,
  settings: Settings,
): Promise<SignedInHere> {
  const asked = { purpose: 'sign_in', holder: browserToken, userId: null } as const;
  const outcome = await ctx.db.transaction(systemScope('person'), async (tx) => {
    const { userId, failure } = await verifyPasskey(tx, ctx, asked, credential);
    const advice = failure && ADVICE[failure];
    if (advice) return advice;
    const user = userId === null ? undefined : await findUser(tx, userId);
    const attempt = attemptAt(ctx, user, visitor, `passkey ${credential.id}`);
    await refuseHeldBack(tx, ctx, attempt);
    if (failure === null && user && mayUsePassword(user, settings))
      return enter(tx, ctx, user, { attempt, visitor, settings, method: 'passkey' });
    await countFailure(tx, ctx, attempt);
    const what = failure ? whatOf(failure) : user ? 'password_not_accepted' : 'deactivated';
    await signInHappened(tx, ctx, { what, userId, address: visitor.address, method: 'passkey' });
    return WRONG_PASSKEY;
  });
  if (typeof outcome === 'string') throw new Unauthorized(outcome);
  return outcome;
}

/** Returns what the browser is asked to sign as the second step after a password. */
export async function beginSecondStep(ctx: Context, twoStepToken: string): Promise<passkeys.RequestOptions> {
  const asked = await ctx.db.transaction(systemScope('person'), async (tx) => {
    const user = await findChallenge(tx, hashToken(twoStepToken), ctx.clock());
    return user && askForPasskey(tx, ctx, { purpose: 'second_step', holder: twoStepToken, userId: user.id });
  });
  if (!asked) throw new Unauthorized('This took too long. Sign in again.');
  return asked;
}
