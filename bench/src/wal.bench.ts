import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { backupKeysOf } from '../../apps/server/src/features/backups/backup-keys.ts';
import {
  findRestorePoint,
  keepWal,
  openWalStore,
  restoreToTime,
} from '../../apps/server/src/features/wal-archive/index.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { prepareServer } from './ingest/prepare-server.ts';
import { makeFrame, sendLoad } from './ingest/sender.ts';

/**
 * Messages a second while the write-ahead log is stored beside the backups, and without that, in turn; how far behind it is at the end
 * of the load; and how long it takes until all of it is back: `npm run bench -- wal MESSAGES`.
 */
const MESSAGES = Number(process.argv[2] ?? '60000');
const ROUNDS = 2;

const folder = mkdtempSync(join(tmpdir(), 'wardvoice-bench-'));
const server = await prepareServer(join(folder, 'data'));
const log = createLog('error');
const source = { store: openWalStore(join(folder, 'backups')), keys: backupKeysOf(['k'.repeat(43)]) };
const client = new pg.Client({ connectionString: server.databaseUrl });
await client.connect();
const keep = () =>
  keepWal({
    superuserConnectionString: server.databaseUrl,
    store: source.store,
    readKeys: async () => ({ keys: source.keys, secretKey: null }),
    readPasswords: () => readFile(join(folder, 'data/postgres-passwords.json'), 'utf8'),
    keepDays: 7,
    version: 'bench',
    log,
    clock: systemClock,
  });
const load = async (mark: string) => {
  const sent = await sendLoad({
    port: server.mllpPort,
    connections: 16,
    inFlight: 20,
    messages: MESSAGES,
    frame: makeFrame(mark),
  });
  return Math.round(sent.messages / sent.seconds);
};
const untilProcessed = async () => {
  for (;;) {
    const { rows } = await client.query(`select from hl7_messages where state = 'received' limit 1`);
    if (rows.length === 0) return;
    await pause(500);
  }
};
const walBytes = async () =>
  Number((await client.query<{ n: string }>(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as n`)).rows[0]?.n);

try {
  let keeper = keep();
  while (!keeper.standing().baseAt) await pause(100);
  await load('w');
  await untilProcessed();
  const rates: Record<'with' | 'without', number[]> = { with: [], without: [] };
  let behind = 0;
  let written = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await keeper.stop();
    rates.without.push(await load(`a${round}`));
    await untilProcessed();
    keeper = keep();
    await covered(keeper, Date.now());
    const before = await walBytes();
    rates.with.push(await load(`b${round}`));
    behind = Math.max(behind, (Date.now() - (keeper.standing().coveredAt?.getTime() ?? 0)) / 1_000);
    await untilProcessed();
    written += (await walBytes()) - before;
  }
  await covered(keeper, Date.now());
  await keeper.stop();
  const { rows } = await client.query<{ bytes: string; count: string }>(
    `select pg_database_size(current_database()) as bytes, (select count(*) from hl7_messages) as count`,
  );
  const begun = performance.now();
  const point = await findRestorePoint(source.store, source.keys, null);
  await restoreToTime(source, point, { dataDir: join(folder, 'again'), replaces: false, log });
  const row = {
    bench: 'wal',
    without_per_second: mean(rates.without),
    with_per_second: mean(rates.with),
    ratio: round2(mean(rates.with) / mean(rates.without)),
    behind_seconds: round2(behind),
    wal_kb_per_message: round2(written / MESSAGES / ROUNDS / 1_024),
    stored_share_of_wal: round2(sizeOf(join(folder, 'backups')) / (await walBytes())),
    database_mb: Math.round(Number(rows[0]?.bytes) / 1_048_576),
    messages: Number(rows[0]?.count),
    replayed_mb: Math.round(Number(point.pieces.reduce((sum, { start, end }) => sum + end - start, 0n)) / 1_048_576),
    restore_seconds: Math.round((performance.now() - begun) / 100) / 10,
  };
  console.log(JSON.stringify(row));
  console.table([row]);
} finally {
  await client.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function covered(keeper: ReturnType<typeof keep>, at: number): Promise<void> {
  while ((keeper.standing().coveredAt?.getTime() ?? 0) < at) await pause(200);
}

function mean(values: number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

function sizeOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
