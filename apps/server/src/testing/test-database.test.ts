import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from './test-database.ts';

it('gives every test file a database of its own, as the ordinary role', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const client = new Client({ connectionString: one.connectionString });
  await client.connect();
  const { rows } = await client.query('SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user');
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
  expect(one.connectionString).not.toBe(other.connectionString);
  await client.end();
  const keeper = new Client({ connectionString: one.superuserConnectionString });
  await keeper.connect();
  await keeper.query('CREATE TABLE note (text text)');
  await keeper.end();

  const neighbour = new Client({ connectionString: other.connectionString });
  await neighbour.connect();
  expect((await neighbour.query(`SELECT to_regclass('note') AS note`)).rows).toEqual([{ note: null }]);
  await neighbour.end();
  await Promise.all([one.drop(), other.drop()]);
});
