import type { Context } from '../../platform/context.ts';
import { Invalid } from '../../platform/errors.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { checkPassword, hashPassword } from '../users/index.ts';
import { writeAccountEmail } from './account-emails.queries.ts';
import { findUserByEmail, insertRegistered } from './account.queries.ts';

interface Registration {
  name: string;
  email: string;
  password: string;
}

/**
 * Makes a user who may do nothing yet. Where the address is taken its owner hears of it instead, and the caller is told,
 * and waits, the same.
 */
export async function register(house: Context, { name, email, password }: Registration): Promise<void> {
  const problems = checkPassword(password, { name, email });
  if (problems.length > 0) throw new Invalid({ password: problems });
  const password_hash = await hashPassword(password);
  await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    const userId = await insertRegistered(tx, { name, email, password_hash });
    const owner = await findUserByEmail(tx, email);
    if (owner) {
      const kind = userId === null ? 'already_registered' : 'registered';
      await writeAccountEmail(tx, house, { user_id: owner.id, kind });
    }
  });
}
