import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATA_MODEL_FILE, describeDataModel } from './data-model.ts';
import { TABLES } from './tables.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('docs/data-model.md says what the tables are; npm run schema writes it anew', async () => {
  expect(await readFile(DATA_MODEL_FILE, 'utf8'), 'Run npm run schema.').toBe(
    await describeDataModel(database.connectionString),
  );
});

it('every table has an owner, and says what a row is', async () => {
  const text = await describeDataModel(database.connectionString);
  const described = [...text.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(new Set(described)).toEqual(new Set(Object.keys(TABLES)));
});

it('a table without an owner is refused, with the file that says who writes it', async () => {
  const client = new Client({ connectionString: database.superuserConnectionString });
  await client.connect();
  await client.query('create table notes_of_nobody (id bigint)');
  await client.end();
  await expect(describeDataModel(database.superuserConnectionString)).rejects.toThrow(
    'Say in apps/server/src/testing/schema/tables.ts which slice writes notes_of_nobody',
  );
});
