import type { Context } from '../../platform/context.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { signInHappened } from '../account/index.ts';
import { assignApplication, checkPassword, hashPassword, insertRegistered } from '../users/index.ts';
import { ADDRESS_HAS_ACCOUNT } from './confirm-registration.ts';
import { lockInvitationByLink, recordAcceptance } from './invitations.queries.ts';

/**
 * Makes the user who was invited, with the password they choose, and returns their address. Nobody is signed in by it:
 * a link that fell into wrong hands leads to an account that its owner finds taken, and never to a session.
 */
export async function acceptInvitation(
  ctx: Context,
  { invitation_token, password }: { invitation_token: string; password: string },
  address: string,
): Promise<string> {
  const password_hash = await hashPassword(password);
  return ctx.db.transaction(systemScope('credential'), async (tx) => {
    const now = ctx.clock();
    const invitation = await lockInvitationByLink(tx, hashToken(invitation_token), now);
    if (!invitation) {
      const advice =
        'This invitation has expired, or was used or withdrawn already. Ask whoever invited you to send it again.';
      throw new Invalid({ invitation_token: [advice] }, advice);
    }
    const { id, name, email, phone, super_user, application_id, landing_page, locations, role_id } = invitation;
    // This throws inside the transaction, so the link can be used for another attempt.
    const problems = checkPassword(password, { name, email });
    if (problems.length > 0) throw new Invalid({ password: problems });
    const userId = await insertRegistered(tx, { name, email, phone, password_hash, super_user });
    if (userId === null) throw new Conflict(ADDRESS_HAS_ACCOUNT);
    if (application_id !== null)
      await assignApplication(tx, userId, application_id, { landingPage: landing_page, locations, roleId: role_id });
    await recordAcceptance(tx, id, { user_id: userId, accepted_at: now });
    await signInHappened(tx, ctx, { what: 'invitation_accepted', userId, address, method: 'password' });
    return email;
  });
}
