import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { writeInThread } from '../../apps/server/src/features/data-exports/file/write-in-thread.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { insertAnsweredSurveys } from './export/insert-answered-surveys.ts';

/**
 * Exports of so many million answers, in each format, beside COPY … TO of the same view: `npm run bench -- export MILLIONS`. Memory
 * is that of the whole process with the thread that writes.
 */
const millions = Number(process.argv[2] ?? '1');
const answers = millions * 1_000_000;

const folder = mkdtempSync(join(tmpdir(), 'wardvoice-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: createLog('error') });
try {
  await migrate(postgres.connectionString, postgres);
  const superuser = new URL(postgres.superuserConnectionString);
  superuser.pathname = '/wardvoice';
  const client = new pg.Client({ connectionString: superuser.href });
  await client.connect();
  const applicationId = await insertAnsweredSurveys(client, answers);
  await client.end();
  const copied = await measure('COPY … TO', () => copyView(applicationId, join(folder, 'copy.csv')));
  for (const format of ['parquet', 'csv', 'ndjson'] as const)
    await measure(
      format,
      async () => {
        const path = `bench.${format}`;
        const order = { connectionString: postgres.connectionString, url: join(folder, 'exports'), path };
        const rows = { applicationId, subject: 'answers', format, withComments: true } as const;
        const whole = { fromDay: null, toDay: null, largeGroups: [] };
        const written = await writeInThread({ ...order, ...rows, ...whole }, async () => undefined);
        if (written.kind !== 'written' || written.rows !== answers)
          throw new Error(`the export is not whole: ${JSON.stringify(written)}`);
        return written.bytes;
      },
      copied,
    );
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function copyView(applicationId: number, path: string): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  await client.query(`select set_config('wardvoice.application_id', '${applicationId}', false)`);
  const rows = client.query(copyTo('copy (select * from report.answers) to stdout (format csv, header)'));
  await pipeline(rows, createWriteStream(path));
  await client.end();
  return statSync(path).size;
}

/** Prints a line of JSON, and returns the seconds. */
async function measure(what: string, work: () => Promise<number>, reference?: number): Promise<number> {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 100);
  const began = performance.now();
  const bytes = await work();
  const seconds = (performance.now() - began) / 1000;
  clearInterval(watch);
  const round = (value: number) => Math.round(value * 10) / 10;
  const figures = { seconds: round(seconds), megabytes: round(bytes / 1e6), memory_megabytes: Math.round(peak / 1e6) };
  const ratio = reference === undefined ? {} : { of_copy: round(seconds / reference) };
  console.log(JSON.stringify({ bench: 'export', what, answers, ...figures, ...ratio }));
  return seconds;
}
