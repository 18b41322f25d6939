import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Unauthorized } from '../../../platform/errors.ts';
import { systemScope } from '../../../platform/scope.ts';
import { hashToken, keyedHash } from '../../../platform/secrets.ts';
import { recordAudit } from '../../audit/index.ts';
import { addFailure, findWait, isFirstInMinute, tooManyAttempts } from '../../failed-attempts/index.ts';
import { findUsableToken, type UsableToken } from './tokens.queries.ts';

/** A provider with an old token tries again and again, so a few failures do not slow it. */
const OF_ADDRESS = { free: 20, forgottenAfterHours: 1, since: 'first' } as const;

/** Returns what stands after Bearer in the header of a call; null where there is nothing that could be a token. */
export const readBearer = (header: string | undefined): string | null =>
  /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1] ?? null;

/**
 * Returns the token that a call is made with. Throws Unauthorized for one that is unknown, expired or revoked, and TooManyRequests
 * after many of these from one network address. A right token is never held back: guesses of others must not stop a
 * hospital's directory, and a token has 256 random bits.
 */
export async function authenticateToken(
  ctx: Context,
  { headers, ip: address }: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<UsableToken> {
  const wrong = new Unauthorized('Send a token of Wardvoice that is not expired or revoked, as Authorization: Bearer.');
  const given = readBearer(headers.authorization);
  if (given === null) throw wrong;
  const outcome = await ctx.db.transaction(systemScope('credential'), async (tx) => {
    const token = await findUsableToken(tx, hashToken(given), ctx.clock());
    return token ?? countWrong(tx, ctx, address);
  });
  if (typeof outcome !== 'number') return outcome;
  throw outcome > 0 ? tooManyAttempts(outcome) : wrong;
}

/** Counts a wrong token. Returns for how many seconds the address has to wait. Writes one audit entry a minute at most. */
async function countWrong(tx: Tx, ctx: Context, address: string): Promise<number> {
  const at = ctx.clock();
  const counter = { ...OF_ADDRESS, subject: keyedHash(ctx.keys, 'scim-token', `address:${address}`) };
  const waitSeconds = await findWait(tx, [counter], at);
  if (waitSeconds === 0) await addFailure(tx, [counter], at);
  if (await isFirstInMinute(tx, keyedHash(ctx.keys, 'scim-token', `refusal:${address}`), at))
    await recordAudit(tx, ctx, {
      at,
      action: 'sign_in',
      record_type: 'scim_tokens',
      address,
      refused: true,
      details: { reason: waitSeconds > 0 ? 'waiting' : 'wrong_token' },
    });
  return waitSeconds;
}
