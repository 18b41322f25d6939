import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { migrate } from './migrate.ts';

it('an earlier version does not work with a database that a newer one has changed, and says what to do', async () => {
  const database = await createTestDatabase();
  const owner = new URL(database.connectionString);
  const { username, password } = new URL(inject('testServer').ownerConnectionString);
  Object.assign(owner, { username, password });
  const client = new Client({ connectionString: owner.href });
  await client.connect();
  await client.query(`insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', '')`);
  await client.end();
  await expect(migrate(database.connectionString, { ownerConnectionString: owner.href })).rejects.toThrow(
    'A newer version of Wardvoice has worked with this database (it ran the migration 9999_of_tomorrow)',
  );
  await database.drop();
});
