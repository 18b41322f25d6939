import type { Context } from '../../platform/context.ts';
import { Invalid } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { checkPassword, hashPassword, insertRegistered } from '../users/index.ts';
import { writeAccountEmail } from './account-emails.queries.ts';
import { findUserByEmail } from './account.queries.ts';

interface Registration {
  name: string;
  email: string;
  password: string;
}

/**
 * Makes a user without permissions. Where the address is taken, its owner gets an e-mail instead, and the caller gets
 * the same answer after the same time.
 */
export async function register(ctx: Context, { name, email, password }: Registration): Promise<void> {
  const problems = checkPassword(password, { name, email });
  if (problems.length > 0) throw new Invalid({ password: problems });
  const password_hash = await hashPassword(password);
  await ctx.db.transaction(systemScope('person'), async (tx) => {
    const userId = await insertRegistered(tx, { name, email, password_hash });
    const owner = await findUserByEmail(tx, email);
    if (owner) {
      const kind = userId === null ? 'already_registered' : 'registered';
      await writeAccountEmail(tx, ctx, { user_id: owner.id, kind });
    }
  });
}
