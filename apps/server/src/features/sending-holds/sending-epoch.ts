import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { findBehind } from '../../platform/db/hosts/connect.ts';
import { TIMELINE, type PrimaryBehind } from '../../platform/db/hosts/primary-finder.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { systemScope } from '../../platform/scope.ts';
import { codeOf } from '../../platform/errors.ts';
import { holdEverything } from './hold-everything.ts';

const FILE_NAME = 'sending-epoch.json';
/** A backup that is older than this is recognised as a restored database. */
const ADVANCE_EVERY_MS = 10_000;

const seenEpoch = z.object({
  installation: z.string(),
  counter: z.number(),
  /**
   * The timeline that was in use when a machine with a lower one accepted writes, and was refused. When that machine is used after
   * all, what was committed since is lost.
   */
  timeline: z.number().optional(),
});
type Epoch = z.output<typeof seenEpoch>;

/**
 * Raises a counter in the database while this worker runs, and stores its last value in `dataDir`. A database whose
 * counter is behind the file was restored from a backup, and does not contain what was sent since. Sending is then on
 * hold for all applications until a person releases it. Resolves before the first delivery can be claimed.
 */
export async function startSendingEpoch(ctx: Context, dataDir: string): Promise<{ stop(): Promise<void> }> {
  let advancing = advanceSendingEpoch(ctx, dataDir);
  await advancing;
  const timer = setInterval(() => {
    advancing = advancing
      .then(() => advanceSendingEpoch(ctx, dataDir))
      .catch(async (error: unknown) => {
        ctx.log.warn({ code: codeOf(error) }, 'the mark against restored databases was not moved');
        const behind = findBehind();
        if (behind) await storeTimeline(ctx, dataDir, behind);
      });
  }, ADVANCE_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await advancing;
    },
  };
}

/**
 * Raises the counter once. The file is read before the counter is raised, so that another worker's step is never
 * mistaken for a restore.
 */
export async function advanceSendingEpoch(ctx: Context, dataDir: string): Promise<void> {
  const seen = await readSeen(dataDir);
  const current = await ctx.db.transaction(systemScope('start'), async (tx) => {
    await lockFor(tx, 'sending-epoch');
    const { rows } = await sql<Epoch>`
      update sending_epoch set counter = counter + 1 returning installation, counter`.execute(tx);
    const [epoch] = rows;
    if (!epoch) throw new Error('the table sending_epoch is empty: restore its row from the migration that made it');
    if (!seen || seen.installation !== epoch.installation) return epoch;
    if (seen.counter < epoch.counter && !(await isBefore(tx, seen.timeline))) return epoch;
    await holdEverything(tx, ctx, 'the database is older than before');
    const counter = Math.max(seen.counter + 1, epoch.counter);
    await sql`update sending_epoch set counter = ${counter}`.execute(tx);
    return { ...epoch, counter };
  });
  await writeSeen(ctx, dataDir, current);
}

/** Whether the database has not come to the timeline that was in use once. */
async function isBefore(tx: Tx, timeline: number | undefined): Promise<boolean> {
  if (timeline === undefined) return false;
  const { rows } = await sql<{ timeline: number }>`select ${sql.raw(TIMELINE)} as timeline`.execute(tx);
  return onlyRow(rows).timeline < timeline;
}

/** Stores which timeline was in use, so that sending is on hold when a person starts the processes with a database that lacks it. */
export async function storeTimeline(ctx: Context, dataDir: string, behind: PrimaryBehind): Promise<void> {
  const seen = await readSeen(dataDir);
  if (!seen || seen.timeline === behind.seen) return;
  ctx.log.error(behind.message);
  await writeSeen(ctx, dataDir, { ...seen, timeline: behind.seen });
}

async function readSeen(dataDir: string): Promise<Epoch | null> {
  const text = await readFile(join(dataDir, FILE_NAME), 'utf8').catch(() => '');
  try {
    return seenEpoch.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Writes the file completely before renaming it, so that a crash leaves the earlier one. Where it cannot be written,
 * sending continues.
 */
async function writeSeen(ctx: Context, dataDir: string, epoch: Epoch): Promise<void> {
  const draft = join(dataDir, `${FILE_NAME}.${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(draft, JSON.stringify(epoch), { mode: 0o600, flush: true });
    await rename(draft, join(dataDir, FILE_NAME));
  } catch (error) {
    ctx.log.warn({ code: codeOf(error) }, 'DATA_DIR cannot be written: a restored database would not be known as one');
  }
}
