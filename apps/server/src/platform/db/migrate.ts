import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Kysely, Migrator, PostgresDialect, sql, type Migration } from 'kysely';
import { runMigrations as runJobMigrations } from 'graphile-worker';
import pg from 'pg';
import { StartFailure } from './embedded/start-failure.ts';
import { newPool } from './hosts/connect.ts';
import { onlyRow } from './only-row.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/**
 * While a migration waits for a table, whoever wants that table waits behind it, the intake, too. So it gives way, before PostgreSQL
 * looks for deadlocks (after a second), and tries again.
 */
const LOCK_TIMEOUT = '800ms';
const TRY_AGAIN_AFTER_MS = 2_000;
/** Of so many tries one is told, which is twice a minute. */
const TOLD_EVERY = 10;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

const POLL_MS = 200;

/** The first line of a file with one statement that PostgreSQL refuses within a transaction. */
const ALONE = '-- outside of a transaction';
const INDEX = /create (?:unique )?index concurrently if not exists (\w+)/;

/** The first line of a file that takes away what the version before still uses. */
const CONTRACT = '-- contract:';
/** From here on every other file leaves the version before working: `scripts/migrations.test.ts` looks at them. */
export const FIRST_BESIDE_EARLIER = '0151';

interface SqlMigration extends Migration {
  isAlone: boolean;
  isBesideEarlier: boolean;
}

/** Reads the SQL files of a folder, by name. There are no migrations backwards. */
async function sqlMigrations(folder: URL): Promise<Record<string, SqlMigration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations: Record<string, SqlMigration> = {};
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8');
    const isAlone = text.startsWith(ALONE);
    migrations[name.replace('.sql', '')] = {
      isAlone,
      isBesideEarlier: name >= FIRST_BESIDE_EARLIER && !text.startsWith(CONTRACT),
      async up(db) {
        if (isAlone) await dropHalfBuiltIndex(db, text);
        else await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`).execute(db);
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}

/** An index that was interrupted while it was built stays behind, serves nothing, and has the name of the one to be built. */
async function dropHalfBuiltIndex(db: Kysely<unknown>, text: string): Promise<void> {
  const [, name] = INDEX.exec(text) ?? [];
  if (name === undefined) return;
  const { rows } = await sql`
    select 1 from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db);
  if (rows.length > 0) await sql`drop index concurrently ${sql.ref(name)}`.execute(db);
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
  /** Is told when another process migrates, and while a migration gives way to somebody who uses its table. */
  onWait?: (words: string) => void;
  /** Where the migrations are. */
  folder?: URL;
}

/**
 * Brings the schema up to date, or to the migration that `upTo` names, while processes of the version before work with it. Where the
 * owner has a role of its own, it migrates, and then gives the role of the program what it needs. Returns what was changed in stored
 * data and has not been reported yet.
 */
export async function migrate(
  connectionString: string,
  {
    upTo,
    ownerConnectionString = null,
    isRestoring = false,
    onWait = () => undefined,
    folder = MIGRATIONS,
  }: MigrationOptions = {},
): Promise<DataMigration[]> {
  const program = await withPool(connectionString, readRole);
  return withPool(ownerConnectionString ?? connectionString, async (pool) => {
    const owner = await readRole(pool);
    if (!isRestoring) await refuseUnfinishedRestore(pool);
    await refuseNewerDatabase(pool, folder);
    await runJobMigrations({ pgPool: pool });
    await runMigrations(pool, { upTo, onWait, folder });
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
async function refuseNewerDatabase(pool: pg.Pool, folder: URL): Promise<void> {
  const known = new Set(Object.keys(await sqlMigrations(folder)));
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

export interface MigrationPlan {
  /** Names of the migrations that this version has, and which of them the database lacks. */
  known: string[];
  missing: string[];
  /** Those that are missing and that processes of earlier versions must be stopped for. */
  notBesideEarlier: string[];
}

/** Changes nothing. */
export async function planMigrations(connectionString: string, folder = MIGRATIONS): Promise<MigrationPlan> {
  const migrations = await sqlMigrations(folder);
  return withPool(connectionString, async (pool) => {
    const done = await listDone(pool);
    const known = Object.keys(migrations);
    const missing = known.filter((name) => !done.has(name));
    return { known, missing, notBesideEarlier: missing.filter((name) => !migrations[name]?.isBesideEarlier) };
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

/**
 * Runs what the database lacks, by name: all of it in one transaction, so that a migration that fails leaves nothing behind; one that
 * cannot be in a transaction stands alone, between two of them.
 */
async function runMigrations(
  pool: pg.Pool,
  { upTo, onWait, folder }: { upTo: string | undefined; onWait: (words: string) => void; folder: URL },
): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrations = await sqlMigrations(folder);
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  await oneAtATime(pool, onWait, async () => {
    const done = await listDone(pool);
    const names = Object.keys(migrations).filter((name) => !done.has(name) && (upTo === undefined || name <= upTo));
    const isLast = (at: number) => {
      const next = names[at + 1];
      return next === undefined || migrations[names[at] ?? '']?.isAlone || migrations[next]?.isAlone;
    };
    for (const name of names.filter((_, at) => isLast(at))) {
      const disableTransactions = migrations[name]?.isAlone ?? false;
      await untilLocked(new Migrator({ db, provider, disableTransactions }), name, onWait);
    }
  });
}

async function untilLocked(migrator: Migrator, name: string, onWait: (words: string) => void): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { error, results } = await migrator.migrateTo(name);
    if (!error) return;
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
    const { code } = error as { code?: string };
    if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK_DETECTED)
      throw new Error(`migration ${failed} failed: ${error instanceof Error ? error.message : JSON.stringify(error)}`);
    if (tries % TOLD_EVERY === 0)
      onWait(`migration ${failed} waits for a table that somebody uses, and is tried again; pg_stat_activity says who`);
    await setTimeout(TRY_AGAIN_AFTER_MS);
  }
}

/**
 * When several processes start at once, one migrates and the others wait. They ask again and again: one that waited within a statement
 * would hold up an index that is built meanwhile.
 */
async function oneAtATime(pool: pg.Pool, onWait: (words: string) => void, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  const isMine = async () => {
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('migrations', 0)) as mine`,
    );
    return onlyRow(rows).mine;
  };
  try {
    let isMigrating = await isMine();
    if (!isMigrating) onWait('another process migrates the database, which is waited for');
    for (; !isMigrating; isMigrating = await isMine()) await setTimeout(POLL_MS);
    await work();
  } finally {
    // The lock ends with the connection.
    client.release(true);
  }
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
