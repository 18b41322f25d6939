import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns how many small writes per second this disk makes durable. Nobody can acknowledge messages one after the other faster
 * than that.
 */
export function measureFsyncRate(folder: string, seconds = 2): number {
  const path = join(folder, 'fsync-probe');
  const file = openSync(path, 'w');
  const block = Buffer.alloc(8192, 1);
  const begin = performance.now();
  let count = 0;
  while (performance.now() - begin < seconds * 1000) {
    writeSync(file, block, 0, block.length, (count % 2000) * block.length);
    fdatasyncSync(file);
    count += 1;
  }
  const rate = count / ((performance.now() - begin) / 1000);
  closeSync(file);
  rmSync(path);
  return rate;
}
