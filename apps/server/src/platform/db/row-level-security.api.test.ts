import { roles } from '@wardvoice/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { generateSchema } from '../../testing/schema/generate-schema.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { migrate } from './migrate.ts';

let server: TestServer;
let ours: FullApplication;
let theirs: FullApplication;
/** Connects with the application's own role. Its statements do not pass through our queries. */
let client: pg.Client;
let superuser: pg.Client;
/** Each table with the column that names the application of a row. */
let tables: [table: string, owner: string][];

beforeAll(async () => {
  server = await startTestServer();
  [ours, theirs] = [await makeFullApplication(server), await makeFullApplication(server)];
  client = new pg.Client({ connectionString: server.connectionString });
  superuser = new pg.Client({ connectionString: server.superuserConnectionString });
  await Promise.all([client.connect(), superuser.connect()]);
  const { rows } = await superuser.query<{ table_name: string }>(
    `select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'application_id' and table_type = 'BASE TABLE'
       and table_name not in ('sessions', 'arrivals')
     order by 1`,
  );
  tables = [['applications', 'id'], ...rows.map(({ table_name }): [string, string] => [table_name, 'application_id'])];
});
afterAll(async () => {
  await Promise.all([client.end(), superuser.end()]);
  await server.stop();
});

/** Runs one statement for an application and rolls it back. Returns the number of rows, or the code of the refusal. */
async function attempt(applicationId: number | null, statement: string, values: unknown[] = []) {
  await client.query('begin');
  try {
    await client.query(`select set_config('wardvoice.application_id', $1, true)`, [String(applicationId ?? '')]);
    const { rowCount } = await client.query(statement, values);
    return rowCount;
  } catch (error) {
    return (error as pg.DatabaseError).code;
  } finally {
    await client.query('rollback');
  }
}

/** Tables that name a ward and are not limited to it by row-level security; their queries limit what they return. */
const BEYOND_WARDS = {
  inbound_texts: 'A text of no ward is shown to everybody, and one of a contact to whoever sees the contact.',
  inbox_items: 'What somebody was told themselves.',
  kiosks: 'A tablet is the hospital’s, and its row tells of nobody.',
};

const INSUFFICIENT_PRIVILEGE = '42501';

/** Returns all columns but those that the database generates. */
async function writableColumns(table: string): Promise<string> {
  const { rows } = await superuser.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]?.columns ?? '';
}

/** Returns the answer for each table, by the table's name. */
async function onEach(ask: (table: string, owner: string) => Promise<unknown>): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [table, owner] of tables) answers[table] = await ask(table, owner);
  return answers;
}
const each = (answer: unknown) => Object.fromEntries(tables.map(([table]) => [table, answer]));

/** The program may only read and append these. */
const APPEND_ONLY = ['audit_entries', 'audit_patients', 'consent_bases', 'consent_events', 'consent_wordings'];
const eachWritable = (answer: unknown) => ({
  ...each(answer),
  ...Object.fromEntries(APPEND_ONLY.map((table) => [table, INSUFFICIENT_PRIVILEGE])),
});

const { BUILT_IN_ROLES } = roles;

describe('the database itself keeps applications apart', () => {
  it('for a role that cannot bypass row-level security', async () => {
    const { rows } = await client.query('select rolsuper, rolbypassrls from pg_roles where rolname = current_user');
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
  });

  it('in every table with rows of an application, for its owner too', async () => {
    const fences = await onEach(async (table) => {
      const { rows } = await superuser.query(
        `select relrowsecurity, relforcerowsecurity from pg_class where oid = $1::regclass`,
        [table],
      );
      return rows[0];
    });
    expect(fences, 'Call fence_by_application in the migration that creates the table.').toEqual(
      each({ relrowsecurity: true, relforcerowsecurity: true }),
    );
    expect(tables.length).toBeGreaterThan(20);
  });

  it('and this test has rows of both applications in each of them', async () => {
    const counts = await onEach(async (table, owner) => {
      const { rows } = await superuser.query(
        `select count(distinct ${owner})::int as n from ${table} where ${owner} = any($1)`,
        [[ours.id, theirs.id]],
      );
      return rows[0].n;
    });
    expect(counts, 'Insert a row of the table in apps/server/src/testing/full-application.ts.').toEqual(each(2));
  });

  it('and keeps wards apart in every table that names one, but for those that this test names', async () => {
    const { rows } = await superuser.query<{ table_name: string; is_fenced: boolean }>(
      `select c.table_name, exists (
          select from pg_policies p where p.tablename = c.table_name and p.policyname = 'own_wards') as is_fenced
       from information_schema.columns c
       where c.table_schema = 'public' and c.column_name = 'location' order by 1`,
    );
    const unfenced = rows.filter(({ is_fenced }) => !is_fenced).map(({ table_name }) => table_name);
    expect(unfenced, 'Call fence_by_wards in the migration that creates the table.').toEqual(Object.keys(BEYOND_WARDS));
  });

  it('so nothing of theirs can be read, changed, deleted or locked', async () => {
    for (const statement of [
      'select from T where O = $1',
      'delete from T where O = $1',
      'select from T where O = $1 for update',
    ]) {
      const answers = await onEach((table, owner) =>
        attempt(ours.id, statement.replace('T', table).replace('O', owner), [theirs.id]),
      );
      expect(answers).toEqual(statement === 'select from T where O = $1' ? each(0) : eachWritable(0));
    }
    const updates = await onEach((table, owner) =>
      attempt(ours.id, `update ${table} set ${owner === 'id' ? 'title' : owner} = default where ${owner} = $1`, [
        theirs.id,
      ]),
    );
    expect(updates).toEqual(eachWritable(0));
  });

  it('even for a statement that names no application', async () => {
    const seen = await onEach(async (table, owner) => {
      const theirRows = await attempt(ours.id, `select from ${table} where ${owner} is distinct from $1`, [ours.id]);
      const ourRows = await attempt(ours.id, `select from ${table}`);
      return [theirRows, Number(ourRows) > 0];
    });
    // The roles that are built in belong to no application, and every one reads them.
    expect(seen).toEqual({ ...each([0, true]), roles: [BUILT_IN_ROLES.length, true] });
  });

  it('and lets none change what is built in, or was granted in all', async () => {
    await superuser.query(
      `insert into user_permissions (user_id, permission_id) select $1, id from permissions where name = 'admin'`,
      [ours.userId],
    );
    const inAll = ['from roles where application_id is null', 'from user_permissions where application_id is null'];
    for (const rows of inAll)
      expect([await attempt(ours.id, `select ${rows}`), await attempt(ours.id, `delete ${rows}`)]).toEqual([
        rows.includes('roles') ? BUILT_IN_ROLES.length : 1,
        0,
      ]);
    const ofBuiltIn = 'from role_permissions where role_id in (select id from roles where application_id is null)';
    expect(await attempt(ours.id, `select ${ofBuiltIn}`)).toBeGreaterThan(BUILT_IN_ROLES.length);
    expect(await attempt(ours.id, `delete ${ofBuiltIn}`)).toBe(0);
    await superuser.query('delete from user_permissions where application_id is null');
  });

  it('also where a view puts together what somebody may do', async () => {
    const held = 'select from held_permissions where application_id = $1';
    expect(await attempt(theirs.id, held, [theirs.id])).toBeGreaterThan(0);
    expect(await attempt(ours.id, held, [theirs.id])).toBe(0);
    expect(await attempt(null, 'select from held_permissions')).toBe(0);
  });

  it('so nothing can be inserted among them', async () => {
    const inserts = await onEach(async (table, owner) => {
      const columns = await writableColumns(table);
      return attempt(
        ours.id,
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from (
           select (jsonb_populate_record(r, jsonb_build_object('${owner}', $1::bigint))).* from ${table} r limit 1) as moved`,
        [theirs.id],
      );
    });
    expect(inserts).toEqual(each(INSUFFICIENT_PRIVILEGE));
    const moves = await onEach((table, owner) =>
      owner === 'id'
        ? Promise.resolve(INSUFFICIENT_PRIVILEGE)
        : attempt(ours.id, `update ${table} set ${owner} = $1`, [theirs.id]),
    );
    expect(moves).toEqual(each(INSUFFICIENT_PRIVILEGE));
  });

  it('so a transaction without a scope sees nothing', async () => {
    expect(await onEach((table) => attempt(null, `select from ${table}`))).toEqual(each(0));
    expect(await attempt(null, 'select from sessions')).toBe(0);
  });

  it('and sessions belong to no application, nor does what has arrived and is not filed', async () => {
    expect(await attempt(ours.id, 'select from sessions')).toBe(0);
    expect(await attempt(ours.id, 'select from arrivals')).toBe(0);
    expect(await attempt(ours.id, 'delete from sessions')).toBe(0);
  });

  it('so a scope does not outlive its transaction', async () => {
    expect(await attempt(ours.id, 'select from patients')).toBeGreaterThan(0);
    expect((await client.query('select from patients')).rowCount).toBe(0);
  });
});

describe('a start', () => {
  it('is refused to a role that stands above row-level security', async () => {
    await expect(migrate(server.superuserConnectionString)).rejects.toThrow(
      /^its role "postgres" is a superuser or has BYPASSRLS.*DATABASE_URL$/,
    );
  });
});

describe('the row types', () => {
  it('are those of the migrated database', async () => {
    await expect(generateSchema(server.superuserConnectionString, { verify: true })).resolves.toBeUndefined();
  });
});
