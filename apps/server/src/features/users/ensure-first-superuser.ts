import { hash } from '@node-rs/argon2';
import type { Context } from '../../platform/context.ts';
import { lockFor } from '../../platform/db/database.ts';
import { systemScope } from '../../platform/scope.ts';
import { insertMissingPermissions } from '../permissions/index.ts';
import { refreshBuiltInRoles } from '../roles/index.ts';
import { checkPassword } from './check-password.ts';
import { insertUser, superuserExists } from './users.queries.ts';

const NAME = 'Superuser';

/** OWASP's parameters for argon2id. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

/**
 * Makes the permissions, the roles that are built in, and one superuser on an empty system. Returns whether it did, and
 * what is wrong with the password when that is the reason; where there is a superuser, nobody asks. Two processes that
 * start at once make one.
 */
export async function ensureFirstSuperuser(
  ctx: Context,
  { email, password }: { email: string; password: string },
): Promise<{ isNew: boolean; problems: string[] }> {
  return ctx.db.transaction(systemScope('start'), async (tx) => {
    await lockFor(tx, 'first-superuser');
    await insertMissingPermissions(tx);
    await refreshBuiltInRoles(tx);
    if (await superuserExists(tx)) return { isNew: false, problems: [] };
    const problems = checkPassword(password, { name: NAME, email, applications: [] });
    if (problems.length > 0) return { isNew: false, problems };
    await insertUser(tx, { name: NAME, email, password_hash: await hashPassword(password), super_user: 1 });
    return { isNew: true, problems };
  });
}
