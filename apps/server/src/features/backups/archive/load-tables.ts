import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupProblem } from '../backup-problem.ts';
import type { ArchivedSequence, ArchivedTable } from '../manifest.ts';
import type { OpenBackup } from '../read-backup.ts';
import { columnsOf, listTables, measureTable, nameOf, PLAIN_TEXT } from './list-tables.ts';
import { readParts } from './parts.ts';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Fills the tables of a database that has the schema of the backup, in one transaction: all of it or nothing. Foreign keys,
 * triggers and row-level security, which would refuse or change rows on their way in, are there again when it is committed. Counts
 * and checksums of all tables are compared with those of the backup before.
 */
export async function loadTables(client: Client, backup: OpenBackup): Promise<void> {
  const { tables, sequences } = backup.manifest;
  await client.query('begin');
  await client.query(PLAIN_TEXT);
  await client.query(`select set_config('wardvoice.all_applications', 'on', true)`);
  const here = new Map((await listTables(client)).map((table) => [nameOf(table), table]));
  const missing = tables.filter((table) => !here.has(nameOf(table)));
  if (missing.length > 0 || here.size !== tables.length)
    throw new BackupProblem(
      `The backup has ${tables.length} tables, and the database ${here.size}: restore with the version that made the backup (${backup.manifest.version}).`,
    );
  const foreignKeys = await listForeignKeys(client);
  const forced = await listForced(client);
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
  for (const table of forced) await client.query(`alter table ${table} no force row level security`);
  for (const table of tables) await client.query(`alter table ${nameOf(table)} disable trigger user`);
  // Rows that the migrations have made are in the backup, too.
  await client.query(`truncate ${tables.map(nameOf).join(', ')}`);
  for (const table of tables) await loadTable(client, backup, table);
  for (const sequence of sequences) await setSequence(client, sequence);
  for (const table of tables) await compareTable(client, table);
  for (const table of tables) await client.query(`alter table ${nameOf(table)} enable trigger user`);
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`);
  for (const table of forced) await client.query(`alter table ${table} force row level security`);
  // Whoever held a job is not there any more.
  await client.query(
    'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null',
  );
  await client.query(
    'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null',
  );
  await client.query('commit');
}

async function loadTable(client: Client, backup: OpenBackup, table: ArchivedTable): Promise<void> {
  await readParts(backup, nameOf(table), table.parts, async (plain) => {
    const into = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`));
    await pipeline(Readable.from(plain, { objectMode: false }), into);
  });
}

/** Compares what was loaded with the backup. A checksum covers every column, those that the database computes as well. */
async function compareTable(client: Client, table: ArchivedTable): Promise<void> {
  const { rows, checksum } = await measureTable(client, table);
  if (rows !== table.rows)
    throw new BackupProblem(
      `${rows} rows of ${table.name} were loaded, and the backup has ${table.rows}: nothing is kept.`,
    );
  if (checksum !== table.checksum)
    throw new BackupProblem(`The rows of ${table.name} are not those that were backed up: nothing is kept.`);
}

async function setSequence(client: Client, { schema, name, last_value }: ArchivedSequence): Promise<void> {
  const sequence = nameOf({ schema, name });
  if (last_value === null) await client.query(`alter sequence ${sequence} restart`);
  else await client.query('select setval($1::text::regclass, $2::bigint, true)', [sequence, last_value]);
}

async function listForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select k.conrelid::regclass::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname in (current_schema()::text, 'graphile_worker')
    order by 1, 2`,
  );
  return rows;
}

/** Tables whose owner, too, sees only what row-level security shows. Nothing can be copied into them as they are. */
async function listForced(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relforcerowsecurity and n.nspname in (current_schema()::text, 'graphile_worker')`,
  );
  return rows.map(({ table }) => table);
}
