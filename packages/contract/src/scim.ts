import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one } from './paging.ts';

/** Where identity providers call, below the public address. Its calls speak SCIM 2.0 and are no endpoints of this API. */
export const SCIM_BASE = '/scim/v2';

export const MAX_DAYS = 400;

export const scimToken = z.object({
  id: z.number(),
  name: z.string(),
  /** Roles that the token may give and take away. */
  roles: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Wards that the people it adds will see; empty means all. */
  locations: z.array(z.string()),
  /** Null when that person's account was deleted. */
  made_by_name: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
  is_expired: z.boolean(),
  /** Null: never. */
  last_used_at: instant.nullable(),
});
export type ScimToken = z.output<typeof scimToken>;

export const listScimTokens = endpoint({
  method: 'GET',
  path: '/scim_tokens',
  access: { permission: 'admin', person: true },
  summary: 'Tokens of identity providers that are not revoked, and the address that these call',
  reply: z.object({ data: z.array(scimToken), base_url: z.string() }),
});

export const createScimToken = endpoint({
  method: 'POST',
  path: '/scim_tokens',
  access: { permission: 'admin', person: true },
  freshSignIn: true,
  summary: 'Make a token for an identity provider. The reply is the only one that contains it',
  body: z.object({
    scim_token: z.object({
      name: z.string('Enter a name.').trim().min(1, 'Enter a name.').max(80, 'Use at most 80 characters.'),
      days: z
        .number('Enter a number of days.')
        .int('Enter a whole number of days.')
        .min(1, 'Enter 1 day or more.')
        .max(MAX_DAYS, 'Enter at most 400 days.')
        .default(365),
      role_ids: z.array(z.coerce.number().int().positive()).max(100, 'Choose at most 100 roles.').default([]),
    }),
  }),
  wrapper: 'scim_token',
  status: 201,
  reply: one(z.object({ id: z.number(), token: z.string(), base_url: z.string() })),
});

export const revokeScimToken = endpoint({
  method: 'DELETE',
  path: '/scim_tokens/:id',
  access: { permission: 'admin', person: true },
  freshSignIn: true,
  summary: 'Revoke a token at once; the people it has added stay',
  params: idParams,
  reply: one(z.object({ id: z.number() })),
});
