import { verify } from '@node-rs/argon2';
import type { passkeys } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid, Unauthorized } from '../../platform/errors.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import { systemScope } from '../../platform/scope.ts';
import { announceAccess, countPassword, deleteSession, forgetWrongPasswords } from '../sessions/index.ts';
import { findUser, type AccountUser } from './account.queries.ts';
import { verifyPasskey } from '../passkeys/index.ts';
import { redeemCode } from '../two-step/index.ts';
import { signInHappened, whatOf, type SignInEvent } from './sign-in-happened.ts';

const MAX_PASSWORDS = 5;

interface Caller {
  session: Pick<PersonSession, 'id' | 'userId'>;
  address: string;
}

interface Asked {
  /** Name of the password's field in the call. */
  field?: 'password' | 'old_password';
  /** A code of the authenticator app, or a recovery code. Without it no code is asked for. */
  code?: string;
}

/**
 * Asks a person who is signed in for their password again. Wrong passwords and codes are counted for this session only,
 * so that nobody can keep them out by guessing elsewhere; the fifth ends the session, and the person signs in again. A
 * wrong one is answered with 422, because a 401 tells the client that the session is over.
 */
export async function checkOwnPassword(
  ctx: Context,
  { session, address }: Caller,
  password: string,
  { field = 'password', code }: Asked = {},
): Promise<AccountUser> {
  return checkCounted(ctx, { session, address }, async ({ id, password_hash }) => {
    const isPassword = await verify(password_hash, password).catch(() => false);
    return async (tx) => {
      if (!isPassword) return { what: 'wrong_password', errors: { [field]: ['This is not your password.'] } };
      if (code === undefined || (await redeemCode(tx, ctx, id, code))) return null;
      return { what: 'wrong_code', errors: { code: ['This code is wrong, or was used already.'] } };
    };
  });
}

/** The same with a passkey of theirs, which is both steps at once. */
export async function checkOwnPasskey(
  ctx: Context,
  caller: Caller,
  purpose: 'unlock' | 'prove',
  credential: passkeys.Assertion,
): Promise<void> {
  const { id, userId } = caller.session;
  await checkCounted(ctx, caller, async () => async (tx) => {
    const { failure } = await verifyPasskey(tx, ctx, { purpose, holder: holderOf(id), userId }, credential);
    const message = 'This passkey was not accepted. Try again, or use your password.';
    return failure && { what: whatOf(failure), errors: { credential: [message] }, message };
  });
}

/** What a challenge is bound to that a session has asked for. */
export const holderOf = (sessionId: number): string => `session ${sessionId}`;

interface Wrong {
  what: SignInEvent['what'];
  errors: Record<string, string[]>;
  /** For what belongs to no field of a form. */
  message?: string;
}

/** Counts an attempt, and checks it after that. `prepare` does what takes long, before the transaction of the check. */
async function checkCounted(
  ctx: Context,
  { session: { id, userId }, address }: Caller,
  prepare: (user: AccountUser) => Promise<(tx: Tx) => Promise<Wrong | null>>,
): Promise<AccountUser> {
  const { user, count } = await ctx.db.transaction(systemScope('person'), async (tx) => ({
    user: await findUser(tx, userId),
    count: await countPassword(tx, id, MAX_PASSWORDS),
  }));
  if (!user) throw new Unauthorized();
  const check = count === undefined ? null : await prepare(user);
  const wrong = await ctx.db.transaction(systemScope('person'), async (tx) => {
    const found = check && (await check(tx));
    if (check && !found) return (await forgetWrongPasswords(tx, id)) ? null : 'over';
    if (found) await signInHappened(tx, ctx, { what: found.what, userId, address, method: 'password' });
    if (found && count !== undefined && count < MAX_PASSWORDS) return found;
    if (await deleteSession(tx, userId, id)) {
      await announceAccess(tx);
      await signInHappened(tx, ctx, { what: 'too_many_wrong_passwords', userId, address, method: 'password' });
    }
    return 'over';
  });
  if (wrong === 'over') throw new Unauthorized('Too many wrong passwords: this session has ended. Sign in again.');
  if (wrong) throw new Invalid(wrong.errors, wrong.message);
  return user;
}
