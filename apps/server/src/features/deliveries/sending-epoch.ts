import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '../../platform/context.ts';
import { lockFor } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { insertHolds } from './sending-holds.queries.ts';

const FILE_NAME = 'sending-epoch.json';
/** A backup that is older than this is known as one. */
const ADVANCE_EVERY_MS = 10_000;

const seenEpoch = z.object({ installation: z.string(), counter: z.number() });
type Epoch = z.output<typeof seenEpoch>;

/**
 * Counts up in the database while this worker runs, and keeps the last value in `dataDir`. A database whose count is behind
 * the file was restored from a backup: it does not know what has left since, so that sending is held for all applications
 * until a person releases it. Resolves before the first delivery can be claimed.
 */
export async function startSendingEpoch(ctx: Context, dataDir: string): Promise<{ stop(): Promise<void> }> {
  let advancing = advanceSendingEpoch(ctx, dataDir);
  await advancing;
  const timer = setInterval(() => {
    advancing = advancing
      .then(() => advanceSendingEpoch(ctx, dataDir))
      .catch((error: unknown) => {
        ctx.log.warn({ code: (error as { code?: string }).code }, 'the mark against restored databases was not moved');
      });
  }, ADVANCE_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await advancing;
    },
  };
}

/** One step. The file is read before the count goes up, so that another worker's step is never taken for a restore. */
export async function advanceSendingEpoch(ctx: Context, dataDir: string): Promise<void> {
  const seen = await readSeen(dataDir);
  const current = await ctx.db.transaction(SYSTEM_SCOPE, async (tx) => {
    await lockFor(tx, 'sending-epoch');
    const { rows } = await sql<Epoch>`
      update sending_epoch set counter = counter + 1 returning installation, counter`.execute(tx);
    const [epoch] = rows;
    if (!epoch) throw new Error('the table sending_epoch is empty: restore its row from the migration that made it');
    if (!seen || seen.installation !== epoch.installation || seen.counter < epoch.counter) return epoch;
    const held = await insertHolds(tx, { application_id: null, reason: 'restored', user_id: null }, ctx.clock());
    for (const id of held) await announce(tx, id, ['deliveries']);
    ctx.log.warn(
      { applications: held.length },
      'the database is older than before: sending is held until it is released',
    );
    const counter = seen.counter + 1;
    await sql`update sending_epoch set counter = ${counter}`.execute(tx);
    return { ...epoch, counter };
  });
  await writeSeen(ctx, dataDir, current);
}

async function readSeen(dataDir: string): Promise<Epoch | null> {
  const text = await readFile(join(dataDir, FILE_NAME), 'utf8').catch(() => '');
  try {
    return seenEpoch.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Put into place when it is whole, so that a crash leaves the earlier one. Where nothing can be written, sending goes on. */
async function writeSeen(ctx: Context, dataDir: string, epoch: Epoch): Promise<void> {
  const draft = join(dataDir, `${FILE_NAME}.${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(draft, JSON.stringify(epoch), { mode: 0o600, flush: true });
    await rename(draft, join(dataDir, FILE_NAME));
  } catch (error) {
    ctx.log.warn(
      { code: (error as { code?: string }).code },
      'DATA_DIR cannot be written: a restored database would not be known as one',
    );
  }
}
