import { createHmac } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { systemScope } from '../../platform/scope.ts';
import { getHead, listUnchained, placeInChain } from './chain.queries.ts';

const BATCH = 1_000;
/** The hash that the first entry follows. */
export const CHAIN_START = Buffer.alloc(32);

/**
 * The hash is keyed, so somebody who can write to the database but does not have the server's key cannot make a chain
 * that verifies.
 */
export const hashOf = (secretKey: Buffer, before: Buffer, content: string): Buffer =>
  createHmac('sha256', secretKey).update('audit\0').update(before).update(content).digest();

/**
 * Gives every entry that is not chained yet its place in the chain. Entries are chained after their commit, one batch
 * at a time, so that calls that read patients' data never wait for each other. Safe to run in any process, any number
 * of times.
 */
export async function chainAudit(ctx: Context): Promise<void> {
  for (;;) {
    const isDone = await ctx.db.transaction(systemScope('audit'), (tx) => chainBatch(tx, ctx.secretKey));
    if (isDone) return;
  }
}

/** Chains everything that waits, in the transaction of the caller. */
export async function chainWaiting(tx: Tx, secretKey: Buffer): Promise<void> {
  while (!(await chainBatch(tx, secretKey)));
}

/** Returns whether nothing waits any more. */
async function chainBatch(tx: Tx, secretKey: Buffer): Promise<boolean> {
  await lockFor(tx, 'audit-chain');
  const entries = await listUnchained(tx, BATCH);
  if (entries.length === 0) return true;
  let { position, hash } = (await getHead(tx)) ?? { position: 0, hash: CHAIN_START };
  const places = entries.map(({ id, content }) => {
    position += 1;
    hash = hashOf(secretKey, hash, content);
    return { id, position, hash };
  });
  await placeInChain(tx, places);
  return entries.length < BATCH;
}
