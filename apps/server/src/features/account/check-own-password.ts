import { verify } from '@node-rs/argon2';
import type { Context } from '../../platform/context.ts';
import { Invalid, Unauthorized } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { systemScope } from '../../platform/scope.ts';
import { announceAccess, countPassword, deleteSession, forgetWrongPasswords } from '../sessions/index.ts';
import { findUser, type AccountUser } from './account.queries.ts';
import { redeemCode } from './two-step/redeem-code.ts';
import { signInHappened } from './sign-in-happened.ts';

const MAX_PASSWORDS = 5;

interface Caller {
  session: Pick<Session, 'id' | 'userId'>;
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
  const { id, userId } = session;
  const { user, count } = await ctx.db.transaction(systemScope('person'), async (tx) => ({
    user: await findUser(tx, userId),
    count: await countPassword(tx, id, MAX_PASSWORDS),
  }));
  if (!user) throw new Unauthorized();
  const isPassword = count !== undefined && (await verify(user.password_hash, password).catch(() => false));
  const outcome = await ctx.db.transaction(systemScope('person'), async (tx) => {
    const isCode = isPassword && (code === undefined || (await redeemCode(tx, ctx, userId, code)));
    if (isCode) return (await forgetWrongPasswords(tx, id)) ? 'right' : 'over';
    const what = isPassword ? 'wrong_code' : 'wrong_password';
    if (count !== undefined) await signInHappened(tx, ctx, { what, userId, address, method: 'password' });
    if (count !== undefined && count < MAX_PASSWORDS) return what;
    if (await deleteSession(tx, userId, id)) {
      await announceAccess(tx);
      await signInHappened(tx, ctx, { what: 'too_many_wrong_passwords', userId, address, method: 'password' });
    }
    return 'over';
  });
  if (outcome === 'over') throw new Unauthorized('Too many wrong passwords: this session has ended. Sign in again.');
  if (outcome === 'wrong_password') throw new Invalid({ [field]: ['This is not your password.'] });
  if (outcome === 'wrong_code') throw new Invalid({ code: ['This code is wrong, or was used already.'] });
  return user;
}
