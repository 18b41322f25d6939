import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';

it('what analysts read has the columns that are written down for its version; whoever changes one raises report.version()', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.superuserConnectionString });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const { rows } = await client.query<{ view: string; columns: Record<string, string>; version: number }>(
    `select c.relname as view, report.version() as version,
       json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'report'::regnamespace and c.relkind = 'v'
     group by c.relname order by c.relname`,
  );
  const found = {
    version: rows[0]?.version,
    views: Object.fromEntries(rows.map(({ view, columns }) => [view, columns])),
  };
  const written: unknown = JSON.parse(await readFile(new URL('report-columns.json', import.meta.url), 'utf8'));
  expect(found).toEqual(written);
});
