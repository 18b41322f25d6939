import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { signInHappened } from '../account/index.ts';
import { assignApplication, checkPassword, hashPassword, insertRegistered, listTitleOf } from '../users/index.ts';
import { ADDRESS_HAS_ACCOUNT } from './confirm-registration.ts';
import {
  lockInvitationByLink,
  lockInvitationTo,
  recordAcceptance,
  type OpenInvitation,
} from './invitations.queries.ts';

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
    const invitation = await lockInvitationByLink(tx, hashToken(invitation_token), ctx.clock());
    if (!invitation) {
      const advice =
        'This invitation has expired, or was used or withdrawn already. Ask whoever invited you to send it again.';
      throw new Invalid({ invitation_token: [advice] }, advice);
    }
    // This throws inside the transaction, so the link can be used for another attempt.
    const applications = await listTitleOf(tx, invitation.application_id);
    const problems = checkPassword(password, { ...invitation, applications });
    if (problems.length > 0) throw new Invalid({ password: problems });
    const userId = await makeInvited(tx, ctx, invitation, password_hash);
    if (userId === null) throw new Conflict(ADDRESS_HAS_ACCOUNT);
    await signInHappened(tx, ctx, { what: 'invitation_accepted', userId, address, method: 'password' });
    return invitation.email;
  });
}

/**
 * Makes the user who was invited at this address, which the identity provider has verified, with a password that nobody
 * knows. Does nothing where no invitation is open; of several, the newest counts.
 */
export async function admitInvited(
  tx: Tx,
  ctx: Context,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const invitation = await lockInvitationTo(tx, email, ctx.clock());
  if (!invitation) return;
  const userId = await makeInvited(tx, ctx, invitation, await hashPassword(newToken()));
  if (userId !== null)
    await signInHappened(tx, ctx, { what: 'invitation_accepted', userId, address, method: 'single_sign_on' });
}

/** Returns null when the address has an account meanwhile. */
async function makeInvited(
  tx: Tx,
  ctx: Context,
  { id, application_id, landing_page, locations, role_id, ...person }: OpenInvitation,
  password_hash: string,
): Promise<number | null> {
  const { name, email, phone, super_user } = person;
  const userId = await insertRegistered(tx, { name, email, phone, password_hash, super_user });
  if (userId === null) return null;
  if (application_id !== null)
    await assignApplication(tx, userId, application_id, { landingPage: landing_page, locations, roleId: role_id });
  await recordAcceptance(tx, id, { user_id: userId, accepted_at: ctx.clock() });
  return userId;
}
