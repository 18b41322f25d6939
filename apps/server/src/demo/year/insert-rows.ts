import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import type { DB } from '../../platform/db/schema.gen.ts';

/** A row to insert. Bytes are written as text: `\x` and their digits. */
export type Row<Table extends keyof DB> = {
  [Column in keyof Insertable<DB[Table]>]: Buffer extends Insertable<DB[Table]>[Column]
    ? Exclude<Insertable<DB[Table]>[Column], Buffer> | string
    : Insertable<DB[Table]>[Column];
};

/** Rows of one statement. */
const BATCH = 2_000;

/**
 * Inserts rows in few statements. What one row leaves out and another does not is null, not the default of its column. While the
 * database stores a batch, the next one is written.
 */
export async function insertRows<Table extends keyof DB>(
  tx: Tx,
  table: Table,
  rows: readonly Row<Table>[],
): Promise<void> {
  const names = new Set<string>();
  for (const row of rows) for (const name in row) names.add(name);
  const columns = sql.join([...names].map((column) => sql.ref(column)));
  let storing: Promise<unknown> | null = null;
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = JSON.stringify(rows.slice(start, start + BATCH));
    await storing;
    storing = sql`
      insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${batch}::json)`.execute(tx);
  }
  await storing;
}

/** Returns so many ids for rows of a table, lowest first. */
export async function reserveIds(tx: Tx, table: keyof DB, count: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(json_agg(id order by id), '[]') as ids
    from (
      -- The name of the sequence is looked up once.
      select nextval((select pg_get_serial_sequence(${table}, 'id'))::regclass) as id from generate_series(1, ${count})
    ) reserved`.execute(tx);
  return onlyRow(rows).ids;
}
