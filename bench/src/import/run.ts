import { readFileSync } from 'node:fs';
import { openDatabase } from '../../../apps/server/src/platform/db/database.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { runImport } from '../../../apps/server/src/features/contact-imports/run-import.ts';
import type { Context } from '../../../apps/server/src/platform/context.ts';

const [connectionString = '', importId = ''] = process.argv.slice(2);
const log = createLog('warn');
const db = openDatabase(connectionString, log);
const ctx = { db, log, clock: () => new Date() } as Context;

const begin = performance.now();
await runImport(ctx, 1, 1, Number(importId));
const seconds = (performance.now() - begin) / 1000;
// The most memory that the process has ever used, as the kernel counted it.
const peakMb = Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024);
process.send?.({ seconds, peakMb });
await db.close();
process.disconnect?.();
