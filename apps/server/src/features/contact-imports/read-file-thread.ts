import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { UnreadableFile } from './file-limits.ts';
import { readCsv, type FileRow } from './read-csv.ts';
import { decodeChunks, type Encoding } from './read-encoding.ts';
import { readXlsx } from './read-xlsx.ts';

/** The program of the thread that `readInThread` starts. It must not import anything that uses the database. */

export type ReadFileThreadData = { maxRows: number | null } & (
  { format: 'xlsx'; path: string } | { format: 'csv'; encoding: Encoding; delimiter: string }
);

/** The thread waits for an answer to `wanted` and `rows`: the next bytes, or null when there are none. */
export type FromReader =
  { kind: 'wanted' } | { kind: 'rows'; rows: FileRow[] } | { kind: 'done' } | { kind: 'unreadable'; message: string };

const ROWS_PER_MESSAGE = 500;
const CHARACTERS_PER_MESSAGE = 128 * 1024;

async function ask(message: FromReader): Promise<Uint8Array | null> {
  if (!parentPort) throw new Error('this program runs in a thread');
  const answer = once(parentPort, 'message') as Promise<[Uint8Array | null]>;
  parentPort.postMessage(message);
  return (await answer)[0];
}

async function* wantedChunks(): AsyncGenerator<Uint8Array> {
  for (let bytes = await ask({ kind: 'wanted' }); bytes; bytes = await ask({ kind: 'wanted' })) yield bytes;
}

function readRows(data: ReadFileThreadData): AsyncGenerator<FileRow> {
  if (data.format === 'xlsx') return readXlsx(data.path);
  return readCsv(decodeChunks(wantedChunks(), data.encoding), data.delimiter);
}

/**
 * Sends the rows, or only the first `maxRows`. The rest of a workbook is then read without being sent, so that one that
 * exceeds a limit is refused while its sender waits. A CSV file may be larger by far, and is checked when it is imported.
 */
async function sendRows(data: ReadFileThreadData): Promise<void> {
  let rows: FileRow[] = [];
  let characters = 0;
  let count = 0;
  for await (const row of readRows(data)) {
    if (data.maxRows !== null && count >= data.maxRows) {
      if (data.format === 'csv') break;
      continue;
    }
    count += 1;
    rows.push(row);
    for (const cell of row.cells) characters += cell.length;
    if (rows.length < ROWS_PER_MESSAGE && characters < CHARACTERS_PER_MESSAGE) continue;
    await ask({ kind: 'rows', rows });
    rows = [];
    characters = 0;
  }
  if (rows.length > 0) await ask({ kind: 'rows', rows });
}

const say = (message: FromReader) => parentPort?.postMessage(message);
try {
  await sendRows(workerData as ReadFileThreadData);
  say({ kind: 'done' });
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error;
  say({ kind: 'unreadable', message: error.message });
}
