import { escapeIdentifier, type Client } from 'pg';
import { RESTORE_MARK } from '../../../platform/db/migrate.ts';
import { BackupProblem } from '../backup-problem.ts';
import type { ArchivedSequence, ArchivedTable } from '../manifest.ts';

export type TableColumns = Pick<ArchivedTable, 'schema' | 'name' | 'columns'>;

/** Written by the migrations themselves. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock', 'migrations', RESTORE_MARK];

/** Schemas of the program; '' stands for its own. */
const IN_OUR_SCHEMAS = `n.nspname in (current_schema()::text, 'graphile_worker')`;
const SCHEMA_NAME = `case when n.nspname = 'graphile_worker' then n.nspname::text else '' end`;

export const nameOf = ({ schema, name }: Pick<ArchivedTable, 'schema' | 'name'>): string =>
  schema === '' ? escapeIdentifier(name) : `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

export const columnsOf = ({ columns }: Pick<ArchivedTable, 'columns'>): string =>
  columns.map((column) => escapeIdentifier(column)).join(', ');

/** Lists all tables with the columns that are stored; the database computes the others. */
export async function listTables(client: Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select ${SCHEMA_NAME} as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and ${IN_OUR_SCHEMAS} and c.relname <> all ($1)
    group by 1, 2 order by 1, 2`,
    [OF_MIGRATIONS],
  );
  return rows;
}

/** Lists the sequences and how far they are. Read it after the rows: then no number is given twice. */
export async function listSequences(client: Client): Promise<ArchivedSequence[]> {
  const { rows } = await client.query<ArchivedSequence & { is_readable: boolean }>(
    `select ${SCHEMA_NAME} as schema, c.relname::text as name, s.last_value::text,
      has_sequence_privilege(c.oid, 'SELECT, USAGE') as is_readable
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_sequences s on s.schemaname = n.nspname and s.sequencename = c.relname
    where c.relkind = 'S' and ${IN_OUR_SCHEMAS} order by 1, 2`,
  );
  const hidden = rows.find(({ is_readable }) => !is_readable);
  if (hidden)
    throw new BackupProblem(
      `This role may not read the sequence ${hidden.name}: set DATABASE_OWNER_URL, and try again.`,
    );
  return rows.map(({ schema, name, last_value }) => ({ schema, name, last_value }));
}

/** Counts the rows of a table, and adds up their hashes. Both are the same for the same rows in any order. */
export async function measureTable(
  client: Client,
  table: TableColumns,
): Promise<Pick<ArchivedTable, 'rows' | 'checksum'>> {
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(one_row::text, 0)::numeric), 0)::text as checksum
    from only ${nameOf(table)} one_row`,
  );
  const [found] = rows;
  return { rows: Number(found?.rows), checksum: found?.checksum ?? '' };
}

/** Makes the text of a value the same in every database, whatever the settings of the server are. */
export const PLAIN_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`;
