import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Unauthorized } from '../../platform/errors.ts';
import { defineCounter } from '../../platform/metrics.ts';
import { systemScope } from '../../platform/scope.ts';
import { keyedHash } from '../../platform/secrets.ts';
import { checkCredentials, type Credentials } from '../applications/index.ts';
import { recordAudit } from '../audit/index.ts';
import { addFailure, findWait, isFirstInMinute, tooManyAttempts, type Counter } from './failed-attempts.queries.ts';

/** An interface engine with an old secret tries again and again, so a few failures do not slow it. */
const OF_KEY = { free: 10, forgottenAfterHours: 1, since: 'last' } as const;
const OF_ADDRESS = { free: 50, forgottenAfterHours: 1, since: 'first' } as const;

const refusals = defineCounter({
  name: 'credentials_refused_total',
  help: 'Calls whose access key or secret was wrong ("wrong"), or that were not checked because too many had been ("waiting")',
  labels: { reason: ['wrong', 'waiting'] },
});

/**
 * Returns the application that Basic auth with access_key and access_secret names. Throws Unauthorized, or TooManyRequests
 * after many wrong secrets.
 */
export async function authenticateApplication(
  ctx: Context,
  { headers, ip: address }: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<number> {
  const wrong = new Unauthorized("Sign in with the application's access key and secret (Basic).");
  const given = readBasic(headers.authorization);
  if (!given) throw wrong;
  const outcome = await ctx.db.transaction(systemScope('credential'), (tx) => checkAttempt(tx, ctx, given, address));
  if ('applicationId' in outcome) return outcome.applicationId;
  refusals.inc({ reason: outcome.waitSeconds > 0 ? 'waiting' : 'wrong' });
  throw outcome.waitSeconds > 0 ? tooManyAttempts(outcome.waitSeconds) : wrong;
}

function readBasic(header: string | undefined): Credentials | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,400})$/.exec(header ?? '')?.[1] ?? '';
  const [, accessKey, accessSecret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return accessKey && accessSecret && !accessKey.includes('\0') ? { accessKey, accessSecret } : null;
}

/**
 * Checks one attempt. Wrong secrets are counted for the key at this network address, and for the address over all keys.
 * Only the first holds back a right secret: otherwise guesses at other keys would stop a hospital's feed. Each key has
 * its ten guesses then, and a secret has 122 random bits.
 */
async function checkAttempt(
  tx: Tx,
  ctx: Context,
  given: Credentials,
  address: string,
): Promise<{ applicationId: number } | { waitSeconds: number }> {
  const now = ctx.clock();
  const { ofKey, ofAddress } = countersOf(ctx, given, address);
  const { applicationId, isRight } = await checkCredentials(tx, ctx.keys, given);
  const keyWait = await findWait(tx, [ofKey], now);
  if (applicationId !== null && isRight && keyWait === 0) return { applicationId };
  const waitSeconds = Math.max(keyWait, await findWait(tx, [ofAddress], now));
  if (waitSeconds === 0) await addFailure(tx, [ofKey, ofAddress], now);
  else if (keyWait === 0 && applicationId !== null) await addFailure(tx, [ofKey], now);
  await auditRefusal(tx, ctx, { applicationId, address, reason: waitSeconds > 0 ? 'waiting' : 'wrong_secret' });
  return { waitSeconds };
}

const subjectOf = ({ keys }: Context, text: string): string => keyedHash(keys, 'access-key', text);

function countersOf(ctx: Context, { accessKey }: Credentials, address: string): Record<'ofKey' | 'ofAddress', Counter> {
  return {
    ofKey: { ...OF_KEY, subject: subjectOf(ctx, `key:${accessKey} address:${address}`) },
    ofAddress: { ...OF_ADDRESS, subject: subjectOf(ctx, `address:${address}`) },
  };
}

/** Writes one entry a minute at most for each application and network address; a key that is nobody's counts as one. */
async function auditRefusal(
  tx: Tx,
  ctx: Context,
  { applicationId, address, reason }: { applicationId: number | null; address: string; reason: string },
): Promise<void> {
  const at = ctx.clock();
  if (!(await isFirstInMinute(tx, subjectOf(ctx, `refusal:${applicationId ?? ''} address:${address}`), at))) return;
  await recordAudit(tx, ctx, {
    at,
    action: 'sign_in',
    record_type: 'applications',
    record_id: applicationId,
    application_id: applicationId,
    address,
    refused: true,
    details: { reason: `${reason}, access_key` },
  });
}
