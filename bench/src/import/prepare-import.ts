import { once } from 'node:events';
import { fork } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const CHUNK_ROWS = 4_000;
const HEADER = 'name,email,phone,mrn,language\n';

function csvRows(from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at += 1)
    text += `Given${at} Family${at % 5000},person${at}@example.org,+3538${String(70_000_000 + at)},MRN${at},en\n`;
  return text;
}

/** Starts an embedded PostgreSQL with one application and one list. The import's job runs in a process of its own. */
export async function prepareImport(folder: string) {
  const { startEmbeddedPostgres } = await import('../../../apps/server/src/platform/db/embedded-postgres.ts');
  const { migrate } = await import('../../../apps/server/src/platform/db/migrate.ts');
  const log = { info: () => undefined, warn: (message: string) => process.stderr.write(`${message}\n`) };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  await migrate(postgres.connectionString, postgres);
  const url = new URL(postgres.superuserConnectionString);
  url.pathname = '/wardvoice';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(
    `insert into applications (title, time_zone, country, access_key, access_secret_hash) values ('Bench', 'UTC', 'IE', '00000000', '')`,
  );
  await client.query(`insert into mailing_lists (application_id, name) values (1, 'bench')`);

  async function storeFile(rows: number): Promise<number> {
    const { rows: made } = await client.query<{ id: string }>(
      `insert into contact_imports (application_id, mailing_list_id, state, file_name, encoding, delimiter, columns, preview)
       values (1, 1, 'queued', 'bench.csv', 'utf-8', ',', '{"name":0,"email":1,"phone":2,"external_id":3,"language":4}',
         '{"header":["name","email","phone","mrn","language"],"rows":[]}') returning id`,
    );
    const id = Number(made[0]?.id);
    let size = 0;
    for (let at = 0, position = 0; at < rows; at += CHUNK_ROWS, position += 1) {
      const bytes = Buffer.from((at === 0 ? HEADER : '') + csvRows(at, Math.min(rows, at + CHUNK_ROWS)));
      size += bytes.length;
      await client.query('insert into contact_import_chunks values (1, $1, $2, $3)', [id, position, bytes]);
    }
    await client.query('update contact_imports set size_bytes = $2 where id = $1', [id, size]);
    return id;
  }

  return {
    async copyPlainly(rows: number): Promise<number> {
      await client.query('create table bare (name text, email text, phone text, mrn text, language text)');
      const begin = performance.now();
      function* pieces() {
        for (let at = 0; at < rows; at += CHUNK_ROWS) yield csvRows(at, Math.min(rows, at + CHUNK_ROWS));
      }
      await pipeline(Readable.from(pieces()), client.query(copyFrom('copy bare from stdin (format csv)')));
      const seconds = (performance.now() - begin) / 1000;
      await client.query('drop table bare');
      return seconds;
    },
    async importFile(rows: number) {
      const id = await storeFile(rows);
      const program = fileURLToPath(new URL('./run.ts', import.meta.url));
      const child = fork(program, [postgres.connectionString, String(id)], {
        execArgv: ['--conditions=wardvoice-source', '--import', 'tsx'],
      });
      const [result] = (await once(child, 'message')) as [{ seconds: number; peakMb: number }];
      await once(child, 'exit');
      const { rows: counts } = await client.query<Record<string, number>>(
        'select added, updated, unchanged, in_error from contact_imports where id = $1',
        [id],
      );
      return { ...result, counts: counts[0] };
    },
    async stop() {
      await client.end();
      await postgres.stop();
    },
  };
}
