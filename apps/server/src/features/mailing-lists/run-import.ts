import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { PermanentFailure } from '../../platform/errors.ts';
import { applicationScope } from '../../platform/scope.ts';
import { getCountry } from '../contacts/index.ts';
import { copyRows } from './copy-rows.ts';
import { deleteChunks, findImport, updateImport, type ImportRow, type StoredFile } from './imports.queries.ts';
import { readRows, UnreadableFile } from './read-import.ts';
import { openStaging, type Staging } from './staging.ts';
import { takeRows } from './take-rows.ts';

export const IMPORT_CONTACTS = 'import-contacts';

/** Begun and never ended, as when a process is killed: three times is no accident. */
const MOST_ATTEMPTS = 3;
/** Reading is half of the work. */
const READING_SHARE = 50;

class Cancelled extends Error {}

/**
 * The job. All of an import is one transaction: killed or cancelled, nothing of it is kept, and it begins anew. Progress
 * is told through others meanwhile.
 */
export async function runImport(
  house: Context,
  applicationId: number,
  listId: number,
  importId: number,
): Promise<void> {
  const claimed = await claim(house, applicationId, listId, importId);
  if (!claimed) return;
  const scope = applicationScope(applicationId);
  const tell = async (progress: number, rowsRead?: number) => {
    await house.db.transaction(scope, async (tx) => {
      const current = await findImport(tx, applicationId, listId, importId);
      if (!current || current.cancel_requested) throw new Cancelled();
      await updateImport(tx, applicationId, importId, {
        progress,
        ...(rowsRead === undefined ? {} : { rows_read: rowsRead }),
      });
    });
    // Reading and parsing keep this process busy: let it do something else as well.
    await pause(0);
  };
  const staging = await openStaging(house.db, applicationId);
  try {
    await importRows(house, staging, applicationId, claimed, tell);
  } catch (error) {
    await staging.rollback();
    if (error instanceof Cancelled) await end(house, applicationId, importId, 'cancelled', null);
    else if (error instanceof UnreadableFile) {
      await end(house, applicationId, importId, 'failed', error.message);
      throw new PermanentFailure('a file of contacts could not be read');
    } else throw error;
  } finally {
    staging.release();
  }
}

async function importRows(
  house: Context,
  staging: Staging,
  applicationId: number,
  { id, mailing_list_id, columns, preview, size_bytes, ...file }: ImportRow,
  tell: (progress: number, rowsRead?: number) => Promise<void>,
): Promise<void> {
  const scope = applicationScope(applicationId);
  const country = await house.db.transaction(scope, (tx) => getCountry(tx, applicationId));
  let bytesRead = 0;
  const rows = readRows(house.db, applicationId, id, file as StoredFile, (count) => (bytesRead += count));
  const reading = { columns, width: preview.header.length, country };
  const copied = await copyRows(staging, rows, reading, (rowsRead) =>
    tell(Math.min(READING_SHARE, Math.round((bytesRead / size_bytes) * READING_SHARE)), rowsRead),
  );
  const target = { applicationId, listId: mailing_list_id, importId: id, columns, width: reading.width };
  const result = await takeRows(staging, target, (share) =>
    tell(READING_SHARE + Math.round(share * (99 - READING_SHARE)), copied),
  );
  await staging.finish(id, { ...result, rows_read: copied, finished_at: house.clock() });
}

/** The import, now running; null when there is nothing to do any more. */
async function claim(house: Context, applicationId: number, listId: number, importId: number) {
  return house.db.transaction(applicationScope(applicationId), async (tx) => {
    const found = await findImport(tx, applicationId, listId, importId, true);
    if (!found || (found.state !== 'queued' && found.state !== 'running')) return null;
    if (found.attempts >= MOST_ATTEMPTS) {
      const error =
        'The import was begun three times and never came to its end. Nothing of it was kept; send the file again.';
      await updateImport(tx, applicationId, importId, { state: 'failed', error, finished_at: house.clock() });
      await deleteChunks(tx, applicationId, importId);
      return null;
    }
    const attempts = found.attempts + 1;
    await updateImport(tx, applicationId, importId, { state: 'running', attempts, started_at: house.clock() });
    return found;
  });
}

async function end(
  house: Context,
  applicationId: number,
  importId: number,
  state: 'cancelled' | 'failed',
  error: string | null,
): Promise<void> {
  await house.db.transaction(applicationScope(applicationId), async (tx) => {
    await updateImport(tx, applicationId, importId, { state, error, finished_at: house.clock() });
    await deleteChunks(tx, applicationId, importId);
  });
}
