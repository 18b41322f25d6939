import { apiKeys } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { Unauthorized } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { tooManyAttempts } from '../failed-attempts/index.ts';
import { commitWithoutWaiting, useKey, type UsableKey } from './key-uses.queries.ts';
import { countWrong } from './wrong-credentials.ts';

/** Length of the token of a session, which may by chance begin as a key does. */
const SESSION_LETTERS = 43;

/** Returns whether a bearer token is an API key or was given to one, right or wrong, and not that of a session. */
export const isApiKey = (token: string): boolean =>
  [apiKeys.KEY_PREFIX, apiKeys.TOKEN_PREFIX].some((prefix) => token.startsWith(prefix)) &&
  token.length !== SESSION_LETTERS;

const MINUTE_MS = 60_000;
const OFFERED: ReadonlySet<string> = new Set(apiKeys.KEY_PERMISSIONS);

/**
 * Returns what an API key, or a token that it was given, may do and see, as the session of a person says it of them. Throws the same Unauthorized for one that is
 * unknown, expired or revoked, and TooManyRequests after many of these from one network address. A right key is never held back:
 * guesses of others must not stop a program, and a key has 256 random bits.
 */
export async function authenticateKey(ctx: Context, key: string, address: string): Promise<Session> {
  const now = ctx.clock();
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const used = await ctx.db.transaction(systemScope('credential'), async (tx) => {
    await commitWithoutWaiting(tx);
    return useKey(tx, hashToken(key), { now, minute, address });
  });
  if (used) return sessionOf(used, Math.ceil((minute.getTime() + MINUTE_MS - now.getTime()) / 1000));
  const waitSeconds = await countWrong(ctx, key, address);
  throw waitSeconds > 0 ? tooManyAttempts(waitSeconds) : new Unauthorized(WRONG);
}

const WRONG = 'This API key is wrong, has expired or was revoked.';

function sessionOf(
  { id, application_id, name, permissions, locations, calls }: UsableKey,
  resetSeconds: number,
): Session {
  const limit = apiKeys.CALLS_PER_MINUTE;
  return {
    id: null,
    userId: null,
    userName: `API key ${name}`,
    apiKey: { id, name, rate: { limit, remaining: limit - calls, resetSeconds } },
    super_user: 0,
    // What an earlier version offered, and this one does not, counts for nothing.
    permissions: permissions.filter((permission) => OFFERED.has(permission)),
    applicationId: application_id,
    locations,
    role: null,
    locked: false,
    isFresh: true,
    requiresTwoStep: false,
    needsTwoStep: false,
  };
}
