import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/**
 * Commits rows of a message's size, one after the other, so many a second. Returns how long half and nearly all of them took at
 * most, in milliseconds.
 */
export async function insertQuietly(databaseUrl: string, perSecond: number, rows: number) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table if not exists insert_probe (raw bytea not null)');
  const raw = Buffer.alloc(700, 65);
  const latencies = new Float64Array(rows);
  const began = performance.now();
  for (let row = 0; row < rows; row += 1) {
    await pause(Math.max(0, began + (row * 1_000) / perSecond - performance.now()));
    const at = performance.now();
    await client.query({ name: 'probe', text: 'insert into insert_probe (raw) values ($1)', values: [raw] });
    latencies[row] = performance.now() - at;
  }
  await client.end();
  latencies.sort();
  const percentile = (share: number) => latencies[Math.min(rows - 1, Math.floor(rows * share))] ?? Number.NaN;
  return { p50: percentile(0.5), p99: percentile(0.99) };
}
