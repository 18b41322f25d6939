import { on } from 'node:events';
import { startThread } from '../../../platform/start-thread.ts';
import type { FileOrder, FromWriter } from './write-file-thread.ts';

/** Memory of the thread's objects. What it holds does not depend on the number of rows. */
const MAX_HEAP_MB = 160;

export type Written = Exclude<FromWriter, { kind: 'progress' }>;

/**
 * Writes a file in a thread of its own, so that compressing it delays nothing else in this process. Rejects when it ended early, and
 * then nothing is in the store under the name of the file.
 */
export async function writeInThread(
  workerData: FileOrder,
  onProgress: (rows: number) => Promise<void>,
): Promise<Written> {
  const thread = startThread('./write-file-thread', import.meta.url, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // An error that comes when nobody reads any more must not end the process.
  thread.on('error', () => undefined);
  const messages = on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[FromWriter]>;
  try {
    for await (const [message] of messages) {
      if (message.kind === 'progress') await onProgress(message.rows);
      else return message;
    }
    throw new Error('the thread that writes an export ended early');
  } finally {
    await thread.terminate();
  }
}
