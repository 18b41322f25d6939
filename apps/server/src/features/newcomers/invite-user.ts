import { randomUUID } from 'node:crypto';
import type { accountInvitations, BodyOf } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, Forbidden, Invalid, NotFound, TooManyRequests } from '../../platform/errors.ts';
import type { AuditNote } from '../../platform/http/audit-calls.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import type { Scope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { accountToken, writeAccountEmail } from '../account/index.ts';
import { whyNotGiveRole } from '../roles/index.ts';
import { addExisting, checkNewUser, EMAIL_TAKEN, isEmailTaken } from '../users/index.ts';
import {
  insertInvitation,
  isInvited,
  lockInvitation,
  recordWithdrawal,
  renewInvitation,
  type InvitationLink,
} from './invitations.queries.ts';

const LINK_DAYS = 7;
const MS_PER_DAY = 86_400_000;
const SECONDS_PER_HOUR = 3_600;

interface Caller {
  session: PersonSession;
  scope: Scope;
  note: AuditNote;
}

/** Either an invitation was made, or somebody who had an account already was added. */
type Invited = { id: number; added: null } | { id: null; added: { id: number; name: string } };

/**
 * Invites somebody to have an account in the caller's application. There is none before they accept. Whoever has one already
 * is added at once by a superuser.
 */
export async function inviteUser(
  tx: Tx,
  ctx: Context,
  { session, scope, note }: Caller,
  { user, application_user }: BodyOf<typeof accountInvitations.inviteUser>,
): Promise<Invited> {
  const seat = application_user ?? {};
  const errors = await checkNewUser(tx, { session, scope }, user, seat);
  const applicationId = typeof scope.applicationId === 'number' ? scope.applicationId : null;
  if (errors['email']?.includes(EMAIL_TAKEN) && Object.keys(errors).length === 1) {
    const added = await addExisting(tx, { session, scope, note }, user.email, seat);
    if (added) return { id: null, added };
  }
  // The check of the address has locked it, so of two invitations at once the second finds the first.
  if (await isInvited(tx, applicationId, user.email)) errors['email'] = [INVITED_ALREADY];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  const { name, email, phone = null, super_user = 0 } = user;
  const id = await insertInvitation(tx, {
    ...newLink(ctx, session),
    application_id: applicationId,
    name,
    email,
    phone,
    super_user,
    landing_page: seat.landing_page || null,
    locations: seat.locations ?? [],
    role_id: seat.role_id ?? null,
  });
  await writeInvitation(tx, ctx, { id, email });
  note.changed({}, { name, email, super_user, role_id: seat.role_id ?? null });
  return { id, added: null };
}

/** Sends the invitation with a new link. Whoever sends it is then the one who has invited. */
export async function sendInvitation(tx: Tx, ctx: Context, caller: Caller, id: number): Promise<void> {
  const invitation = await lockOwn(tx, caller, id);
  if (await isEmailTaken(tx, invitation.email)) throw new Conflict(EMAIL_TAKEN);
  const problem = invitation.role_id === null ? null : await whyNotGiveRole(tx, caller, invitation.role_id);
  if (problem) throw new Forbidden(problem);
  await renewInvitation(tx, id, newLink(ctx, caller.session));
  await writeInvitation(tx, ctx, invitation);
}

export async function withdrawInvitation(tx: Tx, ctx: Context, caller: Caller, id: number): Promise<void> {
  const { name, email } = await lockOwn(tx, caller, id);
  await recordWithdrawal(tx, id, ctx.clock());
  caller.note.changed({ name, email }, { name: null, email: null });
}

async function lockOwn(tx: Tx, { session, scope }: Caller, id: number) {
  const invitation = await lockInvitation(tx, scope, id);
  if (!invitation) throw new NotFound('This invitation');
  if (invitation.super_user === 1 && session.super_user !== 1)
    throw new Forbidden('Only superusers can change the invitation of a superuser.');
  return invitation;
}

function newLink({ clock, keys }: Context, { userId }: PersonSession): InvitationLink {
  const request_id = randomUUID();
  const now = clock();
  return {
    request_id,
    token_hash: hashToken(accountToken(keys, 'account_invitation', request_id)),
    invited_by: userId,
    sent_at: now,
    expires_at: new Date(now.getTime() + LINK_DAYS * MS_PER_DAY),
  };
}

async function writeInvitation(tx: Tx, ctx: Context, { id, email }: { id: number; email: string }): Promise<void> {
  const written = { recipient: email, kind: 'account_invitation', account_invitation_id: id } as const;
  if (await writeAccountEmail(tx, ctx, written)) return;
  throw new TooManyRequests(
    'This address was sent several invitations within an hour. Try again later.',
    SECONDS_PER_HOUR,
  );
}

const INVITED_ALREADY = 'Somebody with this e-mail address is invited already. Send that invitation again.';
