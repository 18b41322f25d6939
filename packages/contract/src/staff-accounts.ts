import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, one } from './paging.ts';

/* What somebody who manages people does to the ways in of one of them. */

export const resetTwoStep = endpoint({
  method: 'DELETE',
  path: '/users/:id/two-step',
  access: { permission: 'users.update', anyApplication: true, person: true },
  freshSignIn: true,
  summary:
    'Switch two-step sign-in off for somebody who lost it: removes the authenticator app, the recovery codes and the passkeys',
  params: idParams,
  reply: one(z.object({ id: z.number() })),
});

export const removeIdentity = endpoint({
  method: 'DELETE',
  path: '/users/:id/single-sign-on',
  access: { permission: 'users.update', anyApplication: true, person: true },
  freshSignIn: true,
  audit: { action: 'remove_identity', record: 'users' },
  summary:
    'Remove the link of a person to the identity provider, and end their sessions; their next sign-on links them anew',
  params: idParams,
  reply: one(z.object({ id: z.number() })),
});

export const endSessionsOf = endpoint({
  method: 'DELETE',
  path: '/users/:id/sessions',
  access: { permission: 'users.update', anyApplication: true, person: true },
  freshSignIn: true,
  audit: { action: 'sign_out_everywhere', record: 'users' },
  summary: 'Sign somebody else out everywhere; their password and links stay, so they may sign in again',
  params: idParams,
  reply: one(z.object({ ended: z.number() })),
});
