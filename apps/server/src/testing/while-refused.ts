import pg from 'pg';
import type { TestServer } from './test-server.ts';

/** Runs work while the database refuses rows of a table, as SQL says which are allowed. */
export async function whileRefused(
  { superuserConnectionString }: Pick<TestServer, 'superuserConnectionString'>,
  { table, allowed }: { table: string; allowed: string },
  work: () => Promise<void>,
): Promise<void> {
  const postgres = new pg.Client({ connectionString: superuserConnectionString });
  await postgres.connect();
  try {
    await postgres.query(`alter table ${table} add constraint refused check (${allowed}) not valid`);
    await work();
  } finally {
    await postgres.query(`alter table ${table} drop constraint if exists refused`);
    await postgres.end();
  }
}
