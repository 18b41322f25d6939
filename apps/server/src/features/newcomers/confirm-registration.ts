import type { Context } from '../../platform/context.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { findUserByEmail, signInHappened, writeAccountEmail } from '../account/index.ts';
import { checkPassword, hashPassword, insertRegistered, listWhoMay } from '../users/index.ts';
import { endRegistrationLink, lockOpenRegistration, recordConfirmation } from './registrations.queries.ts';

export const ADDRESS_HAS_ACCOUNT =
  'This address has an account already, and nothing was changed. Sign in, or choose a new password if you do not know it.';

/**
 * Makes the account of somebody who has the link that was sent to its address, with the password they choose. It has no
 * access; whoever may give some is told. Where the address has got an account meanwhile, its owner is told instead.
 */
export async function confirmRegistration(
  ctx: Context,
  { registration_token, password }: { registration_token: string; password: string },
  address: string,
): Promise<void> {
  const password_hash = await hashPassword(password);
  const isMade = await ctx.db.transaction(systemScope('credential'), async (tx) => {
    const now = ctx.clock();
    const registration = await lockOpenRegistration(tx, hashToken(registration_token), now);
    if (!registration) {
      const advice = 'This link has expired, or was used already. Register again.';
      throw new Invalid({ registration_token: [advice] }, advice);
    }
    const { id, name, email } = registration;
    // This throws inside the transaction, so the link can be used for another attempt.
    const problems = checkPassword(password, { name, email, applications: [] });
    if (problems.length > 0) throw new Invalid({ password: problems });
    const userId = await insertRegistered(tx, { name, email, password_hash });
    if (userId === null) {
      await endRegistrationLink(tx, id, now);
      const owner = await findUserByEmail(tx, email);
      if (owner) await writeAccountEmail(tx, ctx, { user_id: owner.id, kind: 'already_registered' });
      return false;
    }
    await recordConfirmation(tx, id, { user_id: userId, confirmed_at: now });
    await writeAccountEmail(tx, ctx, { user_id: userId, kind: 'registered' });
    for (const person of await listWhoMay(tx, 'users.create'))
      await writeAccountEmail(tx, ctx, { user_id: person.user_id, kind: 'registration_waiting' });
    await signInHappened(tx, ctx, { what: 'registered', userId, address, method: 'password' });
    return true;
  });
  if (!isMade) throw new Conflict(ADDRESS_HAS_ACCOUNT);
}
