import { readdir, readFile } from 'node:fs/promises';
import { Kysely, Migrator, PostgresDialect, sql, type Migration } from 'kysely';
import { runMigrations as runJobMigrations } from 'graphile-worker';
import pg from 'pg';
import { StartFailure } from './embedded/start-failure.ts';
import { newPool } from './hosts/connect.ts';
import { onlyRow } from './only-row.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** Reads the SQL files of src/migrations, by name. There are no migrations backwards. */
async function sqlMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  const migrations: Record<string, Migration> = {};
  for (const name of names) {
    const text = await readFile(new URL(name, MIGRATIONS), 'utf8');
    migrations[name.replace('.sql', '')] = {
      async up(db) {
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}

/** Counts of what a migration changed in stored data. They are reported once. */
export interface DataMigration {
  name: string;
  report: Record<string, number>;
}

export interface MigrationOptions {
  upTo?: string;
  /** True for the restore itself. Everybody else is refused while a restore is not finished. */
  isRestoring?: boolean;
  /** Connects as the owner of the tables; null: the program's role is the owner. */
  ownerConnectionString?: string | null;
}

/**
 * Brings the schema up to date, or to the migration that `upTo` names. Where the owner has a role of its own, it migrates, and then
 * gives the role of the program what it needs. When several processes start at once, one migrates and the others wait. Returns what
 * was changed in stored data and has not been reported yet.
 */
export async function migrate(
  connectionString: string,
  { upTo, ownerConnectionString = null, isRestoring = false }: MigrationOptions = {},
): Promise<DataMigration[]> {
  const program = await withPool(connectionString, readRole);
  return withPool(ownerConnectionString ?? connectionString, async (pool) => {
    const owner = await readRole(pool);
    if (!isRestoring) await refuseUnfinishedRestore(pool);
    await refuseNewerDatabase(pool);
    await runJobMigrations({ pgPool: pool });
    await runMigrations(pool, upTo);
    if (upTo) return [];
    if (owner !== program) await pool.query('call grant_to_program($1)', [program]);
    return runDataMigrations(pool);
  });
}

/** A table that is there from the beginning of a restore to its end. */
export const RESTORE_MARK = 'restore_in_progress';

/** What is in the database then is not what was backed up, or may send what has left already. */
async function refuseUnfinishedRestore(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>(`select to_regclass('${RESTORE_MARK}') is not null as found`);
  if (onlyRow(rows).found)
    throw new StartFailure(
      'A restore into this database was begun and not finished: run wardvoice restore again, or name another database.',
    );
}

/** There are no migrations backwards, so an earlier version would not know what a later one has made of the tables. */
async function refuseNewerDatabase(pool: pg.Pool): Promise<void> {
  const known = new Set(Object.keys(await sqlMigrations()));
  const newer = [...(await listDone(pool))].find((name) => !known.has(name));
  if (newer !== undefined)
    throw new StartFailure(
      `A newer version of Wardvoice has worked with this database (it ran the migration ${newer}): start that version, or restore ` +
        'a backup from before the upgrade, as docs/runbook.md says under "Going back a version".',
    );
}

/** Names of the migrations that this database has had. */
async function listDone(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ found: boolean }>(`select to_regclass('kysely_migration') is not null as found`);
  if (!onlyRow(rows).found) return new Set();
  const done = await pool.query<{ name: string }>('select name from kysely_migration order by name');
  return new Set(done.rows.map(({ name }) => name));
}

/** Names of the migrations that this version has, and which of them the database lacks. Changes nothing. */
export async function planMigrations(connectionString: string): Promise<{ known: string[]; missing: string[] }> {
  const known = Object.keys(await sqlMigrations());
  return withPool(connectionString, async (pool) => {
    const names = await listDone(pool);
    return { known, missing: known.filter((name) => !names.has(name)) };
  });
}

async function withPool<T>(connectionString: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = newPool({ connectionString, max: 2 });
  // A connection that breaks fails the query it serves, which reports the error; here there is nothing to do.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function runMigrations(pool: pg.Pool, upTo: string | undefined): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({ db, provider: { getMigrations: sqlMigrations } });
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
  throw new Error(`migration ${failed} failed: ${error instanceof Error ? error.message : JSON.stringify(error)}`);
}

async function runDataMigrations(pool: pg.Pool): Promise<DataMigration[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('wardvoice.all_applications', 'on', true)`);
    const { rows } = await client.query<DataMigration>(
      `update data_migrations set logged_at = now() where logged_at is null returning name, report`,
    );
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}

/**
 * Returns the name of the role. Refuses one for which row-level security does not hold, such as a superuser: nothing would keep
 * applications apart.
 */
async function readRole(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string; is_above: boolean }>(
    `select rolname as role, rolsuper or rolbypassrls as is_above from pg_roles where rolname = current_user`,
  );
  const { role, is_above } = onlyRow(rows);
  if (!is_above) return role;
  throw new Error(
    `its role ${pg.escapeIdentifier(role)} is a superuser or has BYPASSRLS, so row-level security would not keep applications apart; ` +
      `make an ordinary role with CREATE ROLE wardvoice LOGIN PASSWORD '…' and an empty database that it owns, ` +
      `and name both in DATABASE_URL`,
  );
}
