import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { migrate, planMigrations } from './migrate.ts';

let database: TestDatabase;
let owner: string;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  const { username, password } = new URL(inject('testServer').ownerConnectionString);
  owner = Object.assign(new URL(database.connectionString), { username, password }).href;
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-migrations-'));
  await cp(new URL('../../migrations/', import.meta.url), folder, { recursive: true });
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const address = () => pathToFileURL(`${folder}/`);
const upgrade = (onWait?: (words: string) => void) =>
  migrate(database.connectionString, {
    ownerConnectionString: owner,
    folder: address(),
    ...(onWait ? { onWait } : {}),
  });

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

async function asOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(owner);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

it('an earlier version does not work with a database that a newer one has changed, and says what to do', async () => {
  await asOwner((client) =>
    client.query(`insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', '')`),
  );
  await expect(migrate(database.connectionString, { ownerConnectionString: owner })).rejects.toThrow(
    'A newer version of Wardvoice has worked with this database (it ran the migration 9999_of_tomorrow)',
  );
});

it('a migration gives way to whoever uses its table, so that nobody waits behind it, and goes on when they are done', async () => {
  await writeFile(join(folder, '9998_before.sql'), 'create table of_tomorrow (id int)');
  await writeFile(join(folder, '9999_of_tomorrow.sql'), 'alter table applications add column of_tomorrow int');
  const reader = await connect(owner);
  await reader.query('begin; select count(*) from applications');
  let tell: (words: string) => void = () => undefined;
  const told = new Promise<string>((resolve) => (tell = resolve));
  const migrated = upgrade(tell);
  expect(await told).toBe(
    'migration 9999_of_tomorrow waits for a table that somebody uses, and is tried again; pg_stat_activity says who',
  );
  await asOwner(async (client) => {
    // The one before it was undone with it, and the table can be used although the reader is not done.
    await client.query(`set lock_timeout = '10s'; update applications set title = title`);
    const { rows } = await client.query(`select to_regclass('of_tomorrow') as found`);
    expect(rows).toEqual([{ found: null }]);
  });
  await reader.query('commit');
  await reader.end();
  await migrated;
  await asOwner((client) => client.query('select of_tomorrow from applications, (table of_tomorrow) as one'));
});

it('a migration that fails for another reason is told, and leaves nothing behind', async () => {
  await writeFile(join(folder, '9998_before.sql'), 'create table of_tomorrow (id int)');
  await writeFile(join(folder, '9999_of_tomorrow.sql'), 'alter table nowhere add column of_tomorrow int');
  await expect(upgrade()).rejects.toThrow('migration 9999_of_tomorrow failed: relation "nowhere" does not exist');
  await asOwner(async (client) => {
    const { rows } = await client.query(`select to_regclass('of_tomorrow') as found`);
    expect(rows).toEqual([{ found: null }]);
  });
});

it('an index that was interrupted while it was built is built anew, whoever starts beside', async () => {
  const index =
    '-- outside of a transaction\ncreate index concurrently if not exists of_tomorrow on applications (title)';
  await writeFile(join(folder, '9998_of_tomorrow.sql'), index);
  await writeFile(join(folder, '9999_after.sql'), 'create table after_tomorrow (id int)');
  await asOwner((client) => client.query('create index of_tomorrow on applications (title)'));
  const { superuserConnectionString } = inject('testServer');
  const above = await connect(
    Object.assign(new URL(superuserConnectionString), { pathname: new URL(owner).pathname }).href,
  );
  await above.query(`update pg_index set indisvalid = false where indexrelid = 'of_tomorrow'::regclass`);
  await above.end();
  await Promise.all([upgrade(), upgrade(), upgrade()]);
  await asOwner(async (client) => {
    const { rows } = await client.query(
      `select indisvalid, (select count(*)::int from after_tomorrow) as rows from pg_index
       where indexrelid = 'of_tomorrow'::regclass`,
    );
    expect(rows).toEqual([{ indisvalid: true, rows: 0 }]);
  });
});

it('the plan says which migrations the version before cannot work beside', async () => {
  await writeFile(join(folder, '9998_expand.sql'), 'alter table applications add column of_tomorrow int');
  await writeFile(
    join(folder, '9999_contract.sql'),
    '-- contract: nothing reads it\nalter table applications drop column title',
  );
  expect(await planMigrations(owner, address())).toMatchObject({
    missing: ['9998_expand', '9999_contract'],
    notBesideEarlier: ['9999_contract'],
  });
});
