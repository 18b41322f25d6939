import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { newClient } from '../../platform/db/hosts/connect.ts';
import type { BackupKeys } from './backup-keys.ts';
import { BackupProblem } from './backup-problem.ts';
import { columnsOf, listSequences, listTables, measureTable, nameOf, PLAIN_TEXT } from './archive/list-tables.ts';
import { createPartWriter, type PartWriter } from './archive/parts.ts';
import { refuseHiddenRows } from './archive/refuse-hidden-rows.ts';
import { MANIFEST_FILE, writeManifest, type ArchivedTable, type Manifest } from './manifest.ts';
import { newBackupName, type BackupStore } from './store/backup-store.ts';

export interface BackupSource {
  /** Of the role that owns the tables, or of the program's. */
  connectionString: string;
  store: BackupStore;
  keys: BackupKeys;
  /** The secret keys of the settings, to go with the backup; null: the backup is encrypted with them. */
  secretKey: string | null;
  /** Of the program. */
  version: string;
}

/** Stream of the secret key; no table has this name. */
export const SECRET_KEY_STREAM = 'secret key';

/**
 * Stores all rows as they are at one point in time, while the server goes on. Nothing is a backup before its manifest is stored,
 * which is last. Rejects with BackupProblem, and leaves nothing that looks like a backup, when rows could be missing.
 */
export async function makeBackup(source: BackupSource, now = new Date()): Promise<Manifest> {
  const { store, keys } = source;
  const [key] = keys;
  const name = newBackupName(now, randomBytes(3).toString('hex'));
  await store.check();
  const client = newClient({ connectionString: source.connectionString, application_name: 'wardvoice backup' });
  // A connection that breaks fails the statement that it serves.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(PLAIN_TEXT);
    await refuseHiddenRows(client);
    const about = await describeDatabase(client);
    const parts = createPartWriter(store, name, key);
    const tables: ArchivedTable[] = [];
    for (const table of await listTables(client)) tables.push(await archiveTable(client, table, parts));
    const sequences = await listSequences(client);
    const secret = source.secretKey === null ? null : Readable.from([Buffer.from(source.secretKey)]);
    const [secretKey = null] = secret ? await parts.write(SECRET_KEY_STREAM, secret) : [];
    await client.query('commit');
    const finished = { finished_at: new Date().toISOString(), secret_key: secretKey };
    const fixed = { format: 'wardvoice-backup-1', name, version: source.version, key: key.name } as const;
    const manifest: Manifest = { ...fixed, ...about, tables, sequences, ...finished };
    await store.put(name, MANIFEST_FILE, writeManifest(manifest, key));
    return manifest;
  } catch (error) {
    await store.remove(name).catch(() => undefined);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function archiveTable(
  client: Client,
  table: Pick<ArchivedTable, 'schema' | 'name' | 'columns'>,
  parts: PartWriter,
): Promise<ArchivedTable> {
  const measured = await measureTable(client, table);
  const rows = client.query(copyTo(`copy (select ${columnsOf(table)} from only ${nameOf(table)}) to stdout`));
  const written = await parts.write(nameOf(table), rows);
  // The same snapshot, so anything else means that rows were hidden or lost.
  if (rows.rowCount !== measured.rows)
    throw new BackupProblem(
      `${rows.rowCount} rows of ${table.name} were read, and it has ${measured.rows}: nothing was backed up.`,
    );
  return { ...table, ...measured, parts: written };
}

async function describeDatabase(
  client: Client,
): Promise<Pick<Manifest, 'snapshot_at' | 'postgres' | 'migration' | 'secret_keys'>> {
  const { rows } = await client.query<{ at: Date; postgres: string; migration: string | null }>(
    `select now() as at, current_setting('server_version') as postgres,
      (select max(name) from kysely_migration) as migration`,
  );
  const wraps = await client.query<{ name: string }>(
    'select distinct secret_key as name from data_key_wraps order by 1',
  );
  const [found] = rows;
  if (!found?.migration)
    throw new BackupProblem('The database has no tables of Wardvoice: start it once, and try again.');
  const { at, postgres, migration } = found;
  return { snapshot_at: at.toISOString(), postgres, migration, secret_keys: wraps.rows.map(({ name }) => name) };
}
