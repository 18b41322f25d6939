import { hash } from '@node-rs/argon2';
import type { Context } from '../../platform/context.ts';
import { lockFor } from '../../platform/db/database.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { insertMissingPermissions, insertUser, superuserExists } from './users.queries.ts';

/** OWASP's parameters for argon2id. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

/** On an empty system: the permissions and one superuser. Returns whether it was made now; two starts at once make one. */
export async function ensureFirstSuperuser(
  house: Context,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  return house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    await lockFor(tx, 'first-superuser');
    await insertMissingPermissions(tx);
    if (await superuserExists(tx)) return false;
    await insertUser(tx, { name: 'Superuser', email, password_hash: await hashPassword(password), super_user: 1 });
    return true;
  });
}
