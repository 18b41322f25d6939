import { createHmac } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { oldestKey, type KeyRing } from '../../platform/keys/key-ring.ts';
import { systemScope } from '../../platform/scope.ts';
import { findSigner } from './sign-entry.ts';
import { getHead, listUnchained, placeInChain } from './chain.queries.ts';

const BATCH = 1_000;
/** The hash that the first entry follows. */
export const CHAIN_START = Buffer.alloc(32);

/**
 * The hash is keyed, so somebody who can write to the database but does not have the server's key cannot make a chain
 * that verifies. Its key is the one that has signed the entry, so that it is known when the chain is verified; that of entries
 * without a signature is the oldest.
 */
export function hashOf(keys: KeyRing, before: Buffer, { content, mac_key }: Chainable): Buffer {
  const signer = mac_key === null ? oldestKey(keys) : findSigner(keys, mac_key);
  const { key } = signer ?? keys.current;
  return createHmac('sha256', key).update('audit\0').update(before).update(content).digest();
}

interface Chainable {
  content: string;
  mac_key: string | null;
}

/**
 * Gives every entry that is not chained yet its place in the chain. Entries are chained after their commit, one batch
 * at a time, so that calls that read patients' data never wait for each other. Safe to run in any process, any number
 * of times.
 */
export async function chainAudit(ctx: Context): Promise<void> {
  for (;;) {
    const isDone = await ctx.db.transaction(systemScope('audit'), (tx) => chainBatch(tx, ctx.keys));
    if (isDone) return;
  }
}

/** Chains everything that waits, in the transaction of the caller. */
export async function chainWaiting(tx: Tx, keys: KeyRing): Promise<void> {
  while (!(await chainBatch(tx, keys)));
}

/** Returns whether nothing waits any more. */
async function chainBatch(tx: Tx, keys: KeyRing): Promise<boolean> {
  await lockFor(tx, 'audit-chain');
  const entries = await listUnchained(tx, BATCH);
  if (entries.length === 0) return true;
  let { position, hash } = (await getHead(tx)) ?? { position: 0, hash: CHAIN_START };
  // A key that this process has not heard of yet: it was made after the keys were last read.
  if (entries.some(({ mac_key }) => mac_key !== null && !findSigner(keys, mac_key))) await keys.reload();
  const places = entries.map((entry) => {
    position += 1;
    hash = hashOf(keys, hash, entry);
    return { id: entry.id, position, hash };
  });
  await placeInChain(tx, places);
  return entries.length < BATCH;
}
