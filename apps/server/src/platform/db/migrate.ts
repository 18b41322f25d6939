import { readdir, readFile } from 'node:fs/promises';
import { Kysely, Migrator, PostgresDialect, sql, type Migration } from 'kysely';
import { runMigrations as runJobMigrations } from 'graphile-worker';
import pg from 'pg';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** The plain SQL files in src/migrations, by name, forward only. */
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

/** Brings the schema up to date. Safe when several processes start at once: one migrates, the others wait. */
export async function migrate(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 2 });
  // A connection that breaks fails the query it serves; nothing to do here.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await refuseRoleAboveRowSecurity(pool);
    await runJobMigrations({ pgPool: pool });
    const migrator = new Migrator({ db, provider: { getMigrations: sqlMigrations } });
    const { error, results } = await migrator.migrateToLatest();
    if (error) {
      const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
      throw new Error(`migration ${failed} failed: ${error instanceof Error ? error.message : JSON.stringify(error)}`);
    }
  } finally {
    await db.destroy();
  }
}

/** Row-level security keeps applications apart; it does not hold for a superuser. */
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
