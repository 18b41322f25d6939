import { verify } from '@node-rs/argon2';
import type { Context } from '../../platform/context.ts';
import { Invalid, Unauthorized } from '../../platform/errors.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { findUser, type AccountUser } from './account.queries.ts';
import { countFailure, forgetFailures, refuseHeldBack } from './sign-in-failures.ts';
import { signInHappened } from './sign-in-happened.ts';

/**
 * Somebody who is signed in shows once more who they are. Wrong ones count as failed sign-ins do; 422, for a 401 would
 * say that the session is over.
 */
export async function checkOwnPassword(
  house: Context,
  { userId, address }: { userId: number; address: string },
  password: string,
  field: 'password' | 'old_password' = 'password',
): Promise<AccountUser> {
  const user = await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    const found = await findUser(tx, userId);
    if (found) await refuseHeldBack(tx, house, { account: found.email, address });
    return found;
  });
  if (!user) throw new Unauthorized();
  const attempt = { account: user.email, address };
  const matches = await verify(user.password_hash, password).catch(() => false);
  await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    if (matches) {
      await refuseHeldBack(tx, house, attempt);
      return forgetFailures(tx, house, attempt);
    }
    await countFailure(tx, house, attempt);
    await signInHappened(tx, house, { what: 'wrong_password', userId, address, method: 'password' });
  });
  if (!matches) throw new Invalid({ [field]: ['This is not your password.'] });
  return user;
}
