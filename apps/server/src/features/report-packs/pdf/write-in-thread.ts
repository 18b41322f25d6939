import { on } from 'node:events';
import { limitConcurrency } from '../../../platform/limit-concurrency.ts';
import { startThread } from '../../../platform/start-thread.ts';
import type { PackOrder } from './write-pack-thread.ts';

/** Memory of the thread's objects. */
const MAX_HEAP_MB = 256;

const oneAtATime = limitConcurrency(1);

/** Writes a report as a PDF, one at a time, in a thread of its own: the second of computing that it takes delays nothing else in this process. */
export const writeInThread = (order: PackOrder): Promise<Buffer> => oneAtATime(() => write(order));

async function write(workerData: PackOrder): Promise<Buffer> {
  const thread = startThread('./write-pack-thread', import.meta.url, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // An error that comes when nobody reads any more must not end the process.
  thread.on('error', () => undefined);
  const messages = on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[Uint8Array]>;
  try {
    for await (const [pdf] of messages) return Buffer.from(pdf);
    throw new Error('the thread that writes a report ended early');
  } finally {
    await thread.terminate();
  }
}
