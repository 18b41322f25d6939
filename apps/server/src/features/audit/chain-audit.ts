import { createHmac } from 'node:crypto';
import type { audit } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { countUnchained, getHead, listChained, listUnchained, placeInChain } from './chain.queries.ts';

const BATCH = 1_000;
const MOST_BROKEN = 100;
const EVERY_MS = 5_000;
/** Before the first entry. */
const START = Buffer.alloc(32);

/** Keyed, so that who can write to the database, but has not the house's key, cannot make a chain that fits. */
const hashOf = (secretKey: Buffer, before: Buffer, content: string): Buffer =>
  createHmac('sha256', secretKey).update('audit\0').update(before).update(content).digest();

/**
 * Gives every entry that has none its place in the chain. Entries are chained after their commit and one batch at a
 * time, so that those who read patients' data never wait for each other. Safe to run anywhere, any number of times.
 */
export async function chainAudit(house: Context): Promise<void> {
  for (;;) {
    const count = await house.db.transaction(SYSTEM_SCOPE, (tx) => chainBatch(tx, house.secretKey));
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

/** Chains what waits, reads the whole chain anew, and names each entry that does not fit and each place that is empty. */
export async function verifyChain(tx: Tx, secretKey: Buffer): Promise<audit.Verification> {
  while ((await chainBatch(tx, secretKey)) === BATCH);
  const broken: audit.Verification['broken'] = [];
  let checked = 0;
  let last: { position: number; hash: Buffer } = { position: 0, hash: START };
  for (;;) {
    const entries = await listChained(tx, last.position, BATCH);
    for (const { id, position, hash, content, is_indexed } of entries) {
      for (let missing = last.position + 1; missing < position && broken.length < MOST_BROKEN; missing += 1)
        broken.push({ position: missing, entry_id: null, problem: 'missing' });
      // After a gap, the hash before is unknown: the gap has been named, and what follows is judged from here on.
      const follows = position === last.position + 1;
      const fits = !follows || hash.equals(hashOf(secretKey, last.hash, content));
      if (!(fits && is_indexed) && broken.length < MOST_BROKEN)
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

/** In the worker: chains every few seconds, until stopped. */
export function startAuditChain(house: Context): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => chainAudit(house))
      .catch((error: unknown) => {
        house.log.warn(
          { code: (error as { code?: string }).code },
          'the audit could not be chained; it is tried again',
        );
      });
  }, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
