import { createReadStream, readFileSync } from 'node:fs';
import { readInThread } from '../../features/contact-imports/read-in-thread.ts';

/**
 * A program: reads a file of contacts as an import does, and prints what came of it and the memory that it took. It
 * runs in a process of its own, because the peak of a process includes everything it did before.
 */

/** The most memory in MB that the process has ever used, all threads together, as the kernel counted it. */
const peakMb = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

const [path = '', format = 'csv'] = process.argv.slice(2);
async function* chunks() {
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) yield bytes as Buffer;
}
const file = { format: format === 'xlsx' ? 'xlsx' : 'csv', encoding: 'utf-8', delimiter: ',' } as const;

const before = peakMb();
let rows = 0;
let error: string | null = null;
try {
  for await (const row of readInThread(file, chunks())) rows += Math.sign(row.cells.length);
} catch (reason) {
  error = `${(reason as Error).constructor.name}: ${(reason as Error).message}`;
}
process.stdout.write(JSON.stringify({ rows, error, addedMb: Math.round(peakMb() - before) }));
