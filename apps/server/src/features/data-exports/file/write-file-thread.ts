import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../../platform/db/database.ts';
import { createLog } from '../../../platform/log.ts';
import { StoreProblem, type FileDraft } from '../../../platform/store/file-store.ts';
import { openExportStore } from '../export-plan.ts';
import { writeRows, type RowsOrder } from './write-rows.ts';

/** The program of the thread that `writeInThread` starts. */

export interface FileOrder extends RowsOrder {
  connectionString: string;
  /** Address of the store. */
  url: string;
  path: string;
}

export type FromWriter =
  | { kind: 'progress'; rows: number }
  | { kind: 'written'; rows: number; bytes: number }
  /** The store refuses, in words for people. */
  | { kind: 'refused'; message: string };

const say = (message: FromWriter): void => parentPort?.postMessage(message);

async function writeFile({ connectionString, url, path, ...order }: FileOrder): Promise<void> {
  const db = openDatabase(connectionString, createLog('silent'), 1);
  let draft: FileDraft | null = null;
  try {
    draft = await openExportStore(url).write(path);
    const counted = countBytes(draft);
    const rows = await writeRows(db, order, counted, (count) => say({ kind: 'progress', rows: count }));
    await draft.finish();
    say({ kind: 'written', rows, bytes: counted.count() });
  } catch (error) {
    await draft?.discard().catch(() => undefined);
    if (!(error instanceof StoreProblem)) throw error;
    say({ kind: 'refused', message: error.message });
  } finally {
    await db.close();
  }
}

function countBytes(draft: FileDraft): Pick<FileDraft, 'write'> & { count: () => number } {
  let bytes = 0;
  return {
    async write(piece) {
      await draft.write(piece);
      bytes += piece.length;
    },
    count: () => bytes,
  };
}

await writeFile(workerData as FileOrder);
