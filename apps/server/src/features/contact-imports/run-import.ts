import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { PermanentFailure } from '../../platform/errors.ts';
import { applicationScope } from '../../platform/scope.ts';
import { getCountry } from '../contacts/index.ts';
import { deleteChunks, findImport, updateImport, type ImportRow, type StoredFile } from './contact-imports.queries.ts';
import { copyRows } from './copy-rows.ts';
import { readRows, UnreadableFile } from './read-import.ts';
import { moveImport } from './import-state.ts';
import { openStaging, type Staging } from './staging.ts';
import { upsertContacts } from './upsert-contacts.ts';

export const IMPORT_CONTACTS = 'import-contacts';

/** An import that began three times and never ended is given up, because its process was probably killed by it. */
const MAX_ATTEMPTS = 3;
/** Reading the file counts as half of the progress. */
const READING_SHARE = 50;

class Cancelled extends Error {}

/**
 * The job. An import is one transaction: when it is killed or cancelled nothing of it is kept, and after a kill it
 * starts again. Progress is stored in other transactions meanwhile.
 */
export async function runImport(ctx: Context, applicationId: number, listId: number, importId: number): Promise<void> {
  const claimed = await claim(ctx, applicationId, listId, importId);
  if (!claimed) return;
  const scope = applicationScope(applicationId);
  const tell = async (progress: number, rowsRead?: number) => {
    await ctx.db.transaction(scope, async (tx) => {
      const current = await findImport(tx, applicationId, listId, importId);
      if (!current || current.cancel_requested) throw new Cancelled();
      await updateImport(tx, applicationId, importId, {
        progress,
        ...(rowsRead === undefined ? {} : { rows_read: rowsRead }),
      });
    });
    // Reading and parsing keep the event loop busy, so other work gets a turn here.
    await pause(0);
  };
  const staging = await openStaging(ctx.db, applicationId);
  try {
    await importRows(ctx, staging, applicationId, claimed, tell);
  } catch (error) {
    await staging.rollback();
    if (error instanceof Cancelled) await end(ctx, applicationId, importId, 'stopped', null);
    else if (error instanceof UnreadableFile) {
      await end(ctx, applicationId, importId, 'unreadable', error.message);
      throw new PermanentFailure('a file of contacts could not be read');
    } else throw error;
  } finally {
    staging.release();
  }
}

async function importRows(
  ctx: Context,
  staging: Staging,
  applicationId: number,
  { id, mailing_list_id, columns, preview, size_bytes, ...file }: ImportRow,
  tell: (progress: number, rowsRead?: number) => Promise<void>,
): Promise<void> {
  const scope = applicationScope(applicationId);
  const country = await ctx.db.transaction(scope, (tx) => getCountry(tx, applicationId));
  let bytesRead = 0;
  const rows = readRows(ctx.db, applicationId, id, file as StoredFile, {
    onBytes: (count) => (bytesRead += count),
  });
  const reading = { columns, width: preview.header.length, country };
  const copied = await copyRows(staging, rows, reading, (rowsRead) =>
    tell(Math.min(READING_SHARE, Math.round((bytesRead / size_bytes) * READING_SHARE)), rowsRead),
  );
  const target = { applicationId, listId: mailing_list_id, importId: id, columns, width: reading.width };
  const result = await upsertContacts(staging, target, (share) =>
    tell(READING_SHARE + Math.round(share * (99 - READING_SHARE)), copied),
  );
  await staging.finish(id, { ...result, rows_read: copied, finished_at: ctx.clock() });
}

/** Marks the import as running and returns it; null when there is nothing left to do. */
async function claim(ctx: Context, applicationId: number, listId: number, importId: number) {
  return ctx.db.transaction(applicationScope(applicationId), async (tx) => {
    const found = await findImport(tx, applicationId, listId, importId, true);
    if (!found || (found.state !== 'queued' && found.state !== 'running')) return null;
    if (found.attempts >= MAX_ATTEMPTS) {
      const error =
        'The import was started three times and never finished. Nothing of it was stored; send the file again.';
      await moveImport(tx, applicationId, found, 'given_up', { error, finished_at: ctx.clock() });
      await deleteChunks(tx, applicationId, importId);
      return null;
    }
    const attempts = found.attempts + 1;
    await moveImport(tx, applicationId, found, 'begun', { attempts, started_at: ctx.clock() });
    return found;
  });
}

async function end(
  ctx: Context,
  applicationId: number,
  importId: number,
  event: 'stopped' | 'unreadable',
  error: string | null,
): Promise<void> {
  await ctx.db.transaction(applicationScope(applicationId), async (tx) => {
    const running = { id: importId, state: 'running' } as const;
    await moveImport(tx, applicationId, running, event, { error, finished_at: ctx.clock() });
    await deleteChunks(tx, applicationId, importId);
  });
}
