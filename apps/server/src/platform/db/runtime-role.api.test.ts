import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { migrate } from './migrate.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

let server: TestServer;
let hospital: FullApplication;
/** The role that the program runs with. */
let program: pg.Client;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeFullApplication(server);
  program = await connect(server.connectionString);
});
afterAll(async () => {
  await program.end();
  await server.stop();
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`select set_config('wardvoice.all_applications', 'on', false)`);
  return client;
}

/** Runs a statement and rolls it back. Returns the code of the refusal. */
async function refusalOf(client: pg.Client, statement: string): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query(statement);
    return undefined;
  } catch (error) {
    return error instanceof pg.DatabaseError ? error.code : String(error);
  } finally {
    await client.query('rollback');
  }
}

describe('the role of the program', () => {
  it('owns nothing', async () => {
    const { rows } = await program.query(
      `select relname as name from pg_class where relowner = current_user::regrole
       union all select proname from pg_proc where proowner = current_user::regrole
       union all select nspname from pg_namespace where nspowner = current_user::regrole
       union all select datname from pg_database where datdba = current_user::regrole`,
    );
    expect(rows).toEqual([]);
  });

  it.each([
    'alter table audit_entries disable trigger all',
    'alter table audit_entries disable trigger append_only',
    'alter table audit_entries no force row level security',
    'alter table audit_entries drop constraint signed',
    'drop policy own_application on audit_entries',
    'truncate audit_entries cascade',
    'truncate audit_verifications',
    'drop table audit_patients',
    'drop table audit_entries cascade',
    `update audit_entries set action = 'nothing'`,
    'update audit_entries set position = null, hash = null',
    'delete from audit_entries',
    'delete from audit_patients',
    'update audit_verifications set problems = 0',
    'delete from audit_verifications',
    `update consent_events set change = 'agreed'`,
    'update consent_events set address = null',
    'delete from consent_events',
    'truncate consent_events',
    'alter table consent_events disable trigger append_only',
    `update consent_wordings set text = 'Something else'`,
    'delete from consent_wordings',
    'drop function forget_people_of_consent',
    'lock table audit_entries in access exclusive mode',
    `create or replace function refuse_change_of_audit() returns trigger language plpgsql as 'begin return new; end'`,
    'drop function place_in_audit_chain',
    'create function public.audit_shadow() returns int language sql return 1',
    'create table public.audit_shadow (id bigint)',
    `set session_replication_role = 'replica'`,
    'set role wardvoice_owner',
    'set session authorization wardvoice_owner',
    `insert into kysely_migration (name, timestamp) values ('x', 'y')`,
    'delete from kysely_migration',
    'delete from graphile_worker.migrations',
  ])('cannot: %s', async (statement) => {
    expect(await refusalOf(program, statement)).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('cannot move an entry that has its place in the chain', async () => {
    const { rows } = await program.query<{ id: string }>('select id from audit_entries order by id limit 1');
    const place = JSON.stringify([{ id: Number(rows[0]?.id), position: 1, hash: '00' }]);
    const owner = await connect(server.superuserConnectionString);
    await owner.query(`set session_replication_role = 'replica'`);
    await owner.query(`update audit_entries set position = 1000, hash = '\\x00' where id = $1`, [rows[0]?.id]);
    await owner.end();
    expect(await refusalOf(program, `select place_in_audit_chain('${place}')`)).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('can read and write every other table, and use every sequence', async () => {
    const { rows } = await program.query(
      `select c.oid::regclass::text as name from pg_class c
       where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and (
         c.relkind in ('r', 'p') and not (
           has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
           and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))
         or c.relkind = 'S' and not has_sequence_privilege(c.oid, 'usage'))
       order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'audit_cuts',
      'audit_entries',
      'audit_patients',
      'audit_verifications',
      'consent_bases',
      'consent_events',
      'consent_wordings',
      'graphile_worker.migrations',
      'kysely_migration',
      'kysely_migration_lock',
    ]);
  });

  it('may update the statistics of a table that has just become large', async () => {
    const notices: string[] = [];
    program.on('notice', ({ message }) => notices.push(String(message)));
    await program.query('analyze deliveries');
    expect(notices).toEqual([]);
  });

  it('sees the rows of the queue of jobs, which hides them from strangers', async () => {
    const { rows } = await program.query('select from graphile_worker._private_known_crontabs limit 0');
    expect(rows).toEqual([]);
    const { rows: hidden } = await program.query(
      `select c.relname from pg_class c where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
         and not exists (select from pg_policies p where p.schemaname = 'graphile_worker' and p.tablename = c.relname
           and current_user = any (p.roles))`,
    );
    expect(hidden).toEqual([]);
    expect(hospital.id).toBeGreaterThan(0);
  });
});

describe('an installation with one role', () => {
  it('goes on working, and is divided by naming its owner', async () => {
    const { superuserConnectionString } = server;
    const superuser = await connect(superuserConnectionString);
    const name = `one_role_${randomUUID().replaceAll('-', '')}`;
    await superuser.query(`create database ${name} owner wardvoice_owner`);
    const within = (connectionString: string) => {
      const url = new URL(connectionString);
      url.pathname = `/${name}`;
      return url.href;
    };
    const [owner, runtime] = [
      within(inject('testServer').ownerConnectionString),
      within(inject('testServer').connectionString),
    ];
    try {
      await migrate(owner);
      await expect(migrate(runtime)).rejects.toThrow(/permission denied/);
      await migrate(runtime, { ownerConnectionString: owner });
      await Promise.all([1, 2, 3].map(() => migrate(runtime, { ownerConnectionString: owner })));
      // A process that is not told the owner starts as long as there is nothing to migrate.
      await migrate(runtime);
      const client = await connect(runtime);
      expect(await refusalOf(client, 'delete from audit_entries')).toBe(INSUFFICIENT_PRIVILEGE);
      expect(await refusalOf(client, 'delete from deliveries')).toBeUndefined();
      await client.end();
    } finally {
      await superuser.query(`drop database ${name} with (force)`);
      await superuser.end();
    }
  });
});
