import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';
import { newPassword } from './passwords.ts';
import { createUser } from './users.ts';

const newUser = createUser.body.shape;

export const accountInvitation = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  /** 1: the person will be a superuser. */
  super_user: z.number(),
  /** Wards that the person will see in the application; empty means all. */
  locations: z.array(z.string()),
  /** Name of the role that the person will have; null for none. */
  role_name: z.string().nullable(),
  /** Title of the application; null for an invitation into none. */
  application_title: z.string().nullable(),
  /** Name of whoever sent it last. */
  invited_by: z.string(),
  sent_at: instant,
  /** The link works until then; afterwards the invitation can be sent again. */
  expires_at: instant,
  is_expired: z.boolean(),
});
export type AccountInvitation = z.output<typeof accountInvitation>;

export const listAccountInvitations = endpoint({
  method: 'GET',
  path: '/account_invitations',
  access: { permission: 'users.create', anyApplication: true, person: true },
  summary: 'Invitations to have an account that nobody has accepted or withdrawn, in the current application',
  query: pagingQuery.extend({ sort: sortBy(['sent_at', 'name'], '-sent_at') }),
  reply: page(accountInvitation),
});

const id = one(z.object({ id: z.number() }));

export const inviteUser = endpoint({
  method: 'POST',
  path: '/account_invitations',
  access: { permission: 'users.create', anyApplication: true, person: true },
  freshSignIn: true,
  summary:
    'Invite somebody by e-mail: the link makes a user with a password of their own, works once and for 7 days. Whoever has an account already is added to the application at once, where a superuser asks',
  body: z.object({ user: newUser.user.omit({ password: true }), application_user: newUser.application_user }),
  wrapper: 'user',
  status: 201,
  reply: one(
    z.object({
      /** Of the invitation; null where the person was added at once. */
      id: z.number().nullable(),
      /** Who had an account already, and was added. */
      added: z.object({ id: z.number(), name: z.string() }).nullable(),
    }),
  ),
});

export const sendAccountInvitation = endpoint({
  method: 'POST',
  path: '/account_invitations/:id/send',
  access: { permission: 'users.create', anyApplication: true, person: true },
  freshSignIn: true,
  summary: 'Send an invitation again, with a new link for 7 days; earlier links end',
  params: idParams,
  reply: id,
});

export const withdrawAccountInvitation = endpoint({
  method: 'DELETE',
  path: '/account_invitations/:id',
  access: { permission: 'users.create', anyApplication: true, person: true },
  summary: 'Withdraw an invitation; its link ends',
  params: idParams,
  reply: id,
});

export const acceptAccountInvitation = endpoint({
  method: 'POST',
  path: '/accept-invitation',
  alsoAt: ['/api/accept-invitation'],
  access: 'public',
  summary: 'Make the user who was invited, with a password of their own; signs nobody in',
  wrapper: 'user',
  body: z.object({ user: z.object({ invitation_token: z.string().min(1).max(200), password: newPassword }) }),
  reply: z.object({ message: z.string(), data: z.object({ email: z.string() }) }),
});
