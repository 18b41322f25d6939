import { on } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../platform/errors.ts';
import { startThread } from '../../platform/start-thread.ts';
import type { StoredFile } from './contact-imports.queries.ts';
import { tooLarge, UnreadableFile } from './file-limits.ts';
import type { FileRow } from './read-csv.ts';
import type { FromReader, ReadFileThreadData } from './read-file-thread.ts';

/** Memory of the thread's objects. The limits of file-limits.ts keep a file below it. */
const MAX_HEAP_MB = 128;

interface Options {
  /** Only so many rows are returned; null: all. */
  maxRows?: number | null;
  maxHeapMb?: number;
}

/**
 * Reads the rows of a file in a thread of its own: however long that takes and whatever the file does, the event loop of
 * this process is free, and a thread that runs out of memory ends alone. Throws UnreadableFile.
 */
export async function* readInThread(
  { format, encoding, delimiter }: StoredFile,
  chunks: AsyncGenerator<Uint8Array>,
  { maxRows = null, maxHeapMb = MAX_HEAP_MB }: Options = {},
): AsyncGenerator<FileRow> {
  if (format === 'csv') {
    yield* receiveRows({ format, encoding, delimiter, maxRows }, chunks, maxHeapMb);
    return;
  }
  // A workbook is written to disk, because its parts are in no particular order.
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-import-'));
  try {
    const path = join(folder, 'import.xlsx');
    await writeChunks(path, chunks);
    yield* receiveRows({ format, path, maxRows }, chunks, maxHeapMb);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* receiveRows(
  workerData: ReadFileThreadData,
  chunks: AsyncGenerator<Uint8Array>,
  maxHeapMb: number,
): AsyncGenerator<FileRow> {
  const thread = startThread('./read-file-thread', import.meta.url, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  // An error that comes when nobody reads any more must not end the process.
  thread.on('error', () => undefined);
  const messages = on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[FromReader]>;
  try {
    for await (const [message] of messages) {
      if (message.kind === 'done') return;
      if (message.kind === 'unreadable') throw new UnreadableFile(message.message);
      if (message.kind === 'wanted') {
        const next = await chunks.next();
        thread.postMessage(next.done ? null : next.value);
      } else {
        thread.postMessage(null);
        yield* message.rows;
      }
    }
    throw new Error('the thread that reads a file of contacts ended early');
  } catch (error) {
    if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') throw tooLarge('This file takes too much memory to read');
    throw error;
  } finally {
    await thread.terminate();
  }
}

async function writeChunks(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const bytes of chunks) await file.write(bytes);
  } finally {
    await file.close();
  }
}
