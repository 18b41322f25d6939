import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';
import { newPassword } from './passwords.ts';

const told = z.object({ message: z.string() });

export const confirmRegistration = endpoint({
  method: 'POST',
  path: '/register/confirm',
  alsoAt: ['/api/register/confirm'],
  access: 'public',
  summary: 'Make the account, with a password, by the link that was sent to its address; works once, within 24 hours',
  wrapper: 'user',
  body: z.object({ user: z.object({ registration_token: z.string().min(1).max(200), password: newPassword }) }),
  reply: told,
});

/** Somebody who registered, and whom nobody has given access. */
export const registration = z.object({
  id: z.number(),
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  /** When the person used the link in the e-mail, which shows that the address is theirs. */
  confirmed_at: instant,
});
export type Registration = z.output<typeof registration>;

export const listRegistrations = endpoint({
  method: 'GET',
  path: '/account_registrations',
  access: { permission: 'users.create', anyApplication: true, person: true },
  summary: 'People who registered and wait for access, whatever application they will belong to',
  query: pagingQuery.extend({ sort: sortBy(['confirmed_at'], 'confirmed_at') }),
  reply: page(registration),
});

const decided = one(z.object({ id: z.number(), user_id: z.number() }));

export const grantRegistration = endpoint({
  method: 'POST',
  path: '/account_registrations/:id/grant',
  access: { permission: 'users.create', person: true },
  freshSignIn: true,
  summary:
    'Let somebody who registered into the current application, with the wards of the caller; 409 where it is decided',
  params: idParams,
  reply: decided,
});

export const refuseRegistration = endpoint({
  method: 'POST',
  path: '/account_registrations/:id/refuse',
  access: { permission: 'users.create', anyApplication: true, person: true },
  summary: 'Delete the account of somebody who registered, and tell them by e-mail; 409 where it is decided',
  params: idParams,
  reply: decided,
});
