import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.gen.ts';

/** A row to insert. Bytes are written as text: `\x` and their digits. */
export type Row<Table extends keyof DB> = {
  [Column in keyof Insertable<DB[Table]>]: Buffer extends Insertable<DB[Table]>[Column]
    ? Exclude<Insertable<DB[Table]>[Column], Buffer> | string
    : Insertable<DB[Table]>[Column];
};

/** Rows of one statement. More are no faster, and need more memory. */
const BATCH = 4_000;

/** Inserts rows in few statements. What one row leaves out and another does not is null, not the default of its column. */
export async function insertRows<Table extends keyof DB>(
  tx: Tx,
  table: Table,
  rows: readonly Row<Table>[],
): Promise<void> {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = sql.join([...names].map((column) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += BATCH)
    await sql`
      insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(
        null::${sql.table(table)}, ${JSON.stringify(rows.slice(start, start + BATCH))}::json)`.execute(tx);
}

/** Returns so many ids for rows of a table, lowest first. */
export async function reserveIds(tx: Tx, table: keyof DB, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(tx);
  return rows.map(({ id }) => id);
}
