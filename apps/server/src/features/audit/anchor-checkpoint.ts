import { hostname } from 'node:os';
import type { Context } from '../../platform/context.ts';
import { lockFor } from '../../platform/db/database.ts';
import { systemScope } from '../../platform/scope.ts';
import { anchorFile, appendLine } from './anchor-file.ts';
import { countBetween, countUpTo, findAnchor, saveAnchor, type Anchored } from './anchor.queries.ts';
import { getHead } from './chain.queries.ts';
import { writeCheckpoint } from './checkpoint.ts';
import { findLastCut } from './retention/sign-cut.ts';

const EVERY_MS = 60 * 60_000;
const EVERY_ENTRIES = 10_000;

/** One file of checkpoints: the one of this instance in one folder. */
export interface Anchor {
  instance: string;
  folder: string;
}

/**
 * Writes the end of the chain to the file of this instance when an hour or 10,000 entries have passed, or at once when
 * `isForced`. The line is on the disk before the database remembers it, so after a crash the file is ahead and never behind.
 * Safe to run in several processes.
 */
export async function anchorCheckpoint(
  ctx: Context,
  { instance, folder }: Anchor,
  { isForced = false } = {},
): Promise<void> {
  await ctx.db.transaction(systemScope('audit'), async (tx) => {
    await lockFor(tx, `audit-anchor:${instance}:${folder}`);
    const last = await findAnchor(tx, instance, folder);
    const head = await getHead(tx);
    const now = ctx.clock();
    // A chain that is shorter than what is anchored was cut off. The comparison finds it, and writes nothing over it.
    if (!head || head.position <= (last?.position ?? 0)) return;
    if (last && !isForced && !isDue(last, head.position, now)) return;
    const { position } = head;
    const cut = await findLastCut(tx, ctx.keys);
    const isAfterCut = last && last.position >= (cut?.position ?? 0);
    const entries = isAfterCut
      ? last.entries + (await countBetween(tx, last.position, position))
      : await countUpTo(tx, cut, position);
    const line = { instance, at: now.toISOString(), position, hash: head.hash.toString('hex'), count: entries };
    await appendLine(folder, anchorFile(folder, instance), writeCheckpoint(ctx.keys, line));
    await saveAnchor(tx, { instance, folder, machine: hostname(), position, entries, written_at: now });
  });
}

const isDue = ({ position, written_at }: Anchored, head: number, now: Date): boolean =>
  now.getTime() - written_at.getTime() >= EVERY_MS || head - position >= EVERY_ENTRIES;
