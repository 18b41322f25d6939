import { readdir, readFile } from 'node:fs/promises';
import { Kysely, Migrator, PostgresDialect, sql, type Migration } from 'kysely';
import { runMigrations as runJobMigrations } from 'graphile-worker';
import pg from 'pg';

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

/**
 * Brings the schema up to date, or to the migration that `upTo` names. When several processes start at once, one migrates and the
 * others wait. Returns what was changed in stored data and has not been reported yet.
 */
export async function migrate(connectionString: string, { upTo }: { upTo?: string } = {}): Promise<DataMigration[]> {
  const pool = new pg.Pool({ connectionString, max: 2 });
  // A connection that breaks fails the query it serves, which reports the error; here there is nothing to do.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await refuseRoleAboveRowSecurity(pool);
    await runJobMigrations({ pgPool: pool });
    const migrator = new Migrator({ db, provider: { getMigrations: sqlMigrations } });
    const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
    if (error) {
      const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
      throw new Error(`migration ${failed} failed: ${error instanceof Error ? error.message : JSON.stringify(error)}`);
    }
    return upTo ? [] : await runDataMigrations(pool);
  } finally {
    await db.destroy();
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

/** Refuses a role for which row-level security does not hold, such as a superuser: nothing would keep applications apart. */
async function refuseRoleAboveRowSecurity(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string }>(
    `select rolname as role from pg_roles
     where rolname = current_user and (rolsuper or rolbypassrls)`,
  );
  const [above] = rows;
  if (!above) return;
  const role = pg.escapeIdentifier(above.role);
  throw new Error(
    `its role ${role} is a superuser or has BYPASSRLS, so row-level security would not keep applications apart; ` +
      `make an ordinary role with CREATE ROLE wardvoice LOGIN PASSWORD '…' and an empty database that it owns, ` +
      `and name both in DATABASE_URL`,
  );
}
