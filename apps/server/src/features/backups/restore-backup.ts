import { setTimeout as pause } from 'node:timers/promises';
import { escapeIdentifier, type Client } from 'pg';
import { openDatabase } from '../../platform/db/database.ts';
import { newClient } from '../../platform/db/hosts/connect.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { migrate, planMigrations, RESTORE_MARK } from '../../platform/db/migrate.ts';
import type { Log } from '../../platform/log.ts';
import { systemScope } from '../../platform/scope.ts';
import { holdRestored } from '../sending-holds/index.ts';
import { BackupProblem } from './backup-problem.ts';
import { loadTables } from './archive/load-tables.ts';
import type { OpenBackup } from './read-backup.ts';

/** Time for the last connections of processes that were just stopped to end. */
const OTHERS_END_WITHIN_MS = 3_000;
const OTHERS_POLL_MS = 50;

export interface RestoreTarget {
  /** Of the program's role. */
  connectionString: string;
  /** Of the role that owns the tables; null: the program's role owns them. */
  ownerConnectionString: string | null;
  /** Whether what is in the database may be removed. */
  replaces: boolean;
  log: Log;
}

/**
 * Restores a backup into an empty database, brings it to this version, and holds all sending. Until that is done the server refuses
 * to start with the database, and the restore can be run again.
 */
export async function restoreBackup(backup: OpenBackup, target: RestoreTarget, now = new Date()): Promise<void> {
  const { connectionString, ownerConnectionString, log } = target;
  const owner = ownerConnectionString ?? connectionString;
  await refuseUnknownMigration(backup, owner);
  await withClient(owner, (client) => makeRoom(client, target.replaces));
  await fillDatabase(backup, owner);
  await migrate(connectionString, { ownerConnectionString, isRestoring: true });
  const db = openDatabase(connectionString, log, 1);
  try {
    await db.transaction(systemScope('start'), (tx) => holdRestored(tx, new Date(backup.manifest.snapshot_at), now));
  } finally {
    await db.close();
  }
  await withClient(owner, (client) => client.query(`drop table ${RESTORE_MARK}`));
}

/** Makes the tables of the backup in an empty database, and fills them. */
export async function fillDatabase(backup: OpenBackup, owner: string): Promise<void> {
  await migrate(owner, { upTo: backup.manifest.migration, isRestoring: true });
  await withClient(owner, (client) => loadTables(client, backup));
}

async function refuseUnknownMigration({ manifest }: OpenBackup, owner: string): Promise<void> {
  const { known } = await planMigrations(owner);
  if (!known.includes(manifest.migration))
    throw new BackupProblem(
      `The backup was made by version ${manifest.version}, which has the migration ${manifest.migration}: restore it with that version or a newer one.`,
    );
}

/** Leaves an empty database with the mark of an unfinished restore. */
async function makeRoom(client: Client, replaces: boolean): Promise<void> {
  const { rows } = await client.query<{ schema: string; tables: number; is_begun: boolean }>(
    `select current_schema()::text as schema,
      (select count(*)::int from pg_class c where c.relnamespace = current_schema()::text::regnamespace and c.relkind in ('r', 'p', 'v', 'm')) as tables,
      to_regclass('${RESTORE_MARK}') is not null as is_begun`,
  );
  const { schema, tables, is_begun } = onlyRow(rows);
  const others = await countOthers(client);
  if (tables > 0 && !is_begun && !replaces)
    throw new BackupProblem(
      `The database is not empty: ${await describeContents(client, tables)}. Name an empty one, or add --replace to remove all of that for good.`,
    );
  if (others > 0)
    throw new BackupProblem(
      `The database is in use by ${others} other connection${others === 1 ? '' : 's'}: stop all processes of Wardvoice first.`,
    );
  await client.query('begin');
  if (tables > 0) {
    await client.query('drop schema if exists graphile_worker, report cascade');
    await client.query(`drop schema ${escapeIdentifier(schema)} cascade`);
    await client.query(`create schema ${escapeIdentifier(schema)}`);
  }
  await client.query(`create table ${RESTORE_MARK} (begun_at timestamptz not null default now())`);
  await client.query('commit');
}

/** Returns how many other connections the database has. Those that were closed just now are given a moment to end. */
async function countOthers(client: Client): Promise<number> {
  for (let waited = 0; ; waited += OTHERS_POLL_MS) {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`,
    );
    const { others } = onlyRow(rows);
    if (others === 0 || waited >= OTHERS_END_WITHIN_MS) return others;
    await pause(OTHERS_POLL_MS);
  }
}

/** Says what would be lost. */
async function describeContents(client: Client, tables: number): Promise<string> {
  const all = `${tables} tables`;
  const { rows } = await client.query<{ is_ours: boolean }>(
    `select to_regclass('hl7_messages') is not null as is_ours`,
  );
  if (!rows[0]?.is_ours) return `${all}, which are not of Wardvoice`;
  await client.query(`select set_config('wardvoice.all_applications', 'on', false)`);
  const counted = await client.query<{ organisations: string; users: string; messages: string; newest: Date | null }>(
    `select (select count(*) from applications) as organisations, (select count(*) from users) as users,
      (select count(*) from hl7_messages) as messages, (select max(received_at) from hl7_messages) as newest`,
  );
  const { organisations, users, messages, newest } = onlyRow(counted.rows);
  const last = newest ? `, the newest of ${newest.toISOString()}` : '';
  return `${organisations} organisations, ${users} users, ${messages} messages${last}`;
}

export async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = newClient({ connectionString, application_name: 'wardvoice restore' });
  // A connection that breaks fails the statement that it serves.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
