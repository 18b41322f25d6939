import { z } from 'zod';
import { PERMISSIONS } from './access.ts';
import { isoDay, isoTime } from './days.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

/** By these letters a program that searches for secrets recognises a key, and the server tells it from a session. */
export const KEY_PREFIX = 'wvk_';

/** By these letters a token that a key was given for minutes is told from the key. */
export const TOKEN_PREFIX = 'wvt_';
/** Where a program gets such a token, below the public address. */
export const TOKEN_PATHS = ['/oauth/token', '/api/v1/oauth/token'] as const;
/** How long a token works, and how far ahead an assertion may expire. */
export const TOKEN_SECONDS = 300;
export const MAX_PUBLIC_KEYS = 10;

/** The name by which a program signs. */
export const clientIdOf = (id: number): string => `api-key-${id}`;

/** A key that names no day expires after so many days. */
export const DEFAULT_DAYS = 365;
/** Two years. */
export const MAX_DAYS = 731;
export const MAX_OVERLAP_DAYS = 7;
/** Calls of one key in a minute, over all processes. */
export const CALLS_PER_MINUTE = 600;

/** What only people do: a key that may do everything would grow with each version, none gives access to others, and none erases or holds. */
const FOR_PEOPLE: ReadonlySet<string> = new Set([
  'admin',
  'deliveries.stop',
  'users.create',
  'users.delete',
  'roles.update',
  'api_keys.create',
  'api_keys.update',
  'api_keys.delete',
  'webhooks.create',
  'webhooks.delete',
  'persons.erase',
  'persons.hold',
]);

/** The permissions that a key can have. */
export const KEY_PERMISSIONS: readonly string[] = PERMISSIONS.filter((name) => !FOR_PEOPLE.has(name));

export const KEY_STATES = ['active', 'expired', 'revoked'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** A JWK Set (RFC 7517) of public keys. */
export const publicKeys = z.object(
  {
    keys: z
      .array(
        z.looseObject({
          kty: z.string('Give each key a kty.'),
          kid: z.string('Give each key a kid.').min(1, 'Give each key a kid.').max(200, 'Use at most 200 characters.'),
        }),
        'Enter a JWK Set: an object with a list of keys.',
      )
      .min(1, 'Enter a JWK Set: an object with a list of keys.')
      .max(MAX_PUBLIC_KEYS, `Enter at most ${MAX_PUBLIC_KEYS} public keys.`),
  },
  'Enter a JWK Set: an object with a list of keys.',
);
export type PublicKeys = z.output<typeof publicKeys>;

export const apiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** The first letters of the key, by which it is recognised. */
  prefix: z.string(),
  state: z.enum(KEY_STATES),
  permissions: z.array(z.string()),
  /** Wards that the key sees; empty means all. */
  locations: z.array(z.string()),
  created_at: instant,
  /** Null when that person's account was deleted. */
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  expires_at: instant,
  revoked_at: instant.nullable(),
  /** Written once a minute at most. Null: never. */
  last_used_at: instant.nullable(),
  /** Network address of that call. */
  last_used_from: z.string().nullable(),
  /** Until when the secret before the last rotation works as well. Null: it does not. */
  previous_until: instant.nullable(),
  /** By these the program may prove who it is, and get tokens for minutes; null: it has none. */
  public_keys: publicKeys.nullable(),
  version: z.number(),
});
export type ApiKey = z.output<typeof apiKey>;

const secret = z.object({
  /** What stands after `Bearer`. No other answer contains it. */
  key: z.string(),
});

const name = z.string('Enter a name.').trim().min(1, 'Enter a name.').max(80, 'Use at most 80 characters.');
const permissions = z
  .array(z.string().max(80))
  .min(1, 'Choose at least one permission.')
  .max(200, 'Choose at most 200 permissions.');
const locations = z.array(z.string().trim().min(1).max(200)).max(500);
/** A day counts until it ends, in UTC. */
const expiresAt = z.union([isoDay, isoTime], 'Enter a day.');

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api_keys',
  access: { permission: 'api_keys.list' },
  summary: 'API keys of the current application, without their secrets; state=active for those that work',
  query: pagingQuery.extend({
    state: z.enum(KEY_STATES).optional(),
    sort: sortBy(['name', 'created_at', 'expires_at', 'last_used_at'], 'name'),
  }),
  reply: page(apiKey),
});

export const getApiKey = endpoint({
  method: 'GET',
  path: '/api_keys/:id',
  access: { permission: 'api_keys.list' },
  summary: 'One API key, without its secret',
  params: idParams,
  reply: one(apiKey),
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api_keys',
  access: { permission: 'api_keys.create', person: true },
  freshSignIn: true,
  summary:
    `Make an API key, of permissions and wards that the caller has. It is in this answer only. ` +
    `It expires after a year unless expires_at says otherwise, and after two years at the latest`,
  body: z.object({
    api_key: z.object({
      name,
      permissions,
      locations: locations.default([]),
      expires_at: expiresAt.optional(),
      public_keys: publicKeys.nullable().default(null),
    }),
  }),
  wrapper: 'api_key',
  status: 201,
  reply: one(apiKey.extend(secret.shape)),
});

export const updateApiKey = endpoint({
  method: 'PUT',
  path: '/api_keys/:id',
  access: { permission: 'api_keys.update', person: true },
  freshSignIn: true,
  summary: 'Change the name, permissions, wards or expiry of an API key; it counts from its next call on',
  params: idParams,
  body: z.object({
    api_key: z.object({
      name: name.optional(),
      permissions: permissions.optional(),
      locations: locations.optional(),
      expires_at: expiresAt.optional(),
      public_keys: publicKeys.nullable().optional(),
      version: z.number().int().optional(),
    }),
  }),
  wrapper: 'api_key',
  reply: one(apiKey),
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api_keys/:id',
  access: { permission: 'api_keys.delete', person: true },
  freshSignIn: true,
  audit: { action: 'revoke', record: 'api_keys' },
  summary: 'Revoke an API key at once. It stays in the list, because the audit names it',
  params: idParams,
  reply: one(z.object({ id: z.number() })),
});

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/api_keys/:id/rotate',
  access: { permission: 'api_keys.update', person: true },
  freshSignIn: true,
  audit: { action: 'new_secret', record: 'api_keys' },
  summary: 'Give an API key a new secret, which is in this answer only; the old one works for overlap_days more',
  params: idParams,
  body: z.object({
    api_key: z.object({
      overlap_days: z
        .number('Enter a number of days.')
        .int('Enter a whole number of days.')
        .min(0, 'Enter 0 days or more.')
        .max(MAX_OVERLAP_DAYS, 'Enter at most 7 days.')
        .default(0),
    }),
  }),
  wrapper: 'api_key',
  reply: one(apiKey.extend(secret.shape)),
});
