import { verify } from '@node-rs/argon2';
import type { Context } from '../../platform/context.ts';
import { Invalid, Unauthorized } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { findUser, type AccountUser } from './account.queries.ts';
import { countFailure, forgetFailures, refuseHeldBack } from './sign-in-failures.ts';
import { signInHappened } from './sign-in-happened.ts';

/**
 * Asks a person who is signed in for their password again. A wrong password counts as a failed sign-in. It is answered
 * with 422, because a 401 would tell the client that the session is over.
 */
export async function checkOwnPassword(
  ctx: Context,
  { userId, address }: { userId: number; address: string },
  password: string,
  field: 'password' | 'old_password' = 'password',
): Promise<AccountUser> {
  const user = await ctx.db.transaction(systemScope('person'), async (tx) => {
    const found = await findUser(tx, userId);
    if (found) await refuseHeldBack(tx, ctx, { account: found.email, address });
    return found;
  });
  if (!user) throw new Unauthorized();
  const attempt = { account: user.email, address };
  const matches = await verify(user.password_hash, password).catch(() => false);
  await ctx.db.transaction(systemScope('person'), async (tx) => {
    if (matches) {
      await refuseHeldBack(tx, ctx, attempt);
      return forgetFailures(tx, ctx, attempt);
    }
    await countFailure(tx, ctx, attempt);
    await signInHappened(tx, ctx, { what: 'wrong_password', userId, address, method: 'password' });
  });
  if (!matches) throw new Invalid({ [field]: ['This is not your password.'] });
  return user;
}
