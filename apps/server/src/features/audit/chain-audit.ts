import { createHmac } from 'node:crypto';
import type { audit } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { systemScope } from '../../platform/scope.ts';
import { countUnchained, getHead, listChained, listUnchained, placeInChain } from './chain.queries.ts';
import { codeOf } from '../../platform/errors.ts';

const BATCH = 1_000;
const MAX_BROKEN = 100;
const EVERY_MS = 5_000;
/** The hash that the first entry follows. */
const START = Buffer.alloc(32);

/**
 * The hash is keyed, so somebody who can write to the database but does not have the server's key cannot make a chain
 * that verifies.
 */
const hashOf = (secretKey: Buffer, before: Buffer, content: string): Buffer =>
  createHmac('sha256', secretKey).update('audit\0').update(before).update(content).digest();

/**
 * Gives every entry that is not chained yet its place in the chain. Entries are chained after their commit, one batch
 * at a time, so that calls that read patients' data never wait for each other. Safe to run in any process, any number
 * of times.
 */
export async function chainAudit(ctx: Context): Promise<void> {
  for (;;) {
    const count = await ctx.db.transaction(systemScope('audit'), (tx) => chainBatch(tx, ctx.secretKey));
    if (count < BATCH) return;
  }
}

async function chainBatch(tx: Tx, secretKey: Buffer): Promise<number> {
  await lockFor(tx, 'audit-chain');
  const entries = await listUnchained(tx, BATCH);
  if (entries.length === 0) return 0;
  let { position, hash } = (await getHead(tx)) ?? { position: 0, hash: START };
  const places = entries.map(({ id, content }) => {
    position += 1;
    hash = hashOf(secretKey, hash, content);
    return { id, position, hash };
  });
  await placeInChain(tx, places);
  return entries.length;
}

/**
 * Chains the waiting entries, verifies the whole chain, and names each entry that does not match and each position that
 * is missing.
 */
export async function verifyChain(tx: Tx, secretKey: Buffer): Promise<audit.Verification> {
  while ((await chainBatch(tx, secretKey)) === BATCH);
  const broken: audit.Verification['broken'] = [];
  let checked = 0;
  let last: { position: number; hash: Buffer } = { position: 0, hash: START };
  for (;;) {
    const entries = await listChained(tx, last.position, BATCH);
    for (const { id, position, hash, content, is_indexed } of entries) {
      for (let missing = last.position + 1; missing < position && broken.length < MAX_BROKEN; missing += 1)
        broken.push({ position: missing, entry_id: null, problem: 'missing' });
      // After a gap the preceding hash is unknown. The gap is reported, and verification starts again at this entry.
      const follows = position === last.position + 1;
      const fits = !follows || hash.equals(hashOf(secretKey, last.hash, content));
      if (!(fits && is_indexed) && broken.length < MAX_BROKEN)
        broken.push({ position, entry_id: id, problem: 'changed' });
      last = { position, hash };
      checked += 1;
    }
    if (entries.length < BATCH) break;
  }
  const waiting = await countUnchained(tx);
  const head = checked === 0 ? null : { position: last.position, hash: last.hash.toString('hex') };
  return { checked, waiting, intact: broken.length === 0, broken, head };
}

/** Chains entries every few seconds in the worker, until stopped. */
export function startAuditChain(ctx: Context): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => chainAudit(ctx))
      .catch((error: unknown) => {
        ctx.log.warn({ code: codeOf(error) }, 'the audit could not be chained; it is tried again');
      });
  }, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
