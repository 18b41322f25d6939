import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.gen.ts';

/** A row to insert. Bytes are written as text: `\x` and their digits. */
export type Row<Table extends keyof DB> = {
  [Column in keyof Insertable<DB[Table]>]: Buffer extends Insertable<DB[Table]>[Column]
    ? Exclude<Insertable<DB[Table]>[Column], Buffer> | string
    : Insertable<DB[Table]>[Column];
};

/** Rows of one statement. */
const BATCH = 2_000;

/** Inserts rows in few statements. What one row of a statement leaves out and another does not is null, not the default. */
export const insertRows = <Table extends keyof DB>(tx: Tx, table: Table, rows: readonly Row<Table>[]): Promise<void> =>
  insertEach(tx, table, rows, (row) => row);

/** Inserts a row for each item. While the database stores a batch, the rows of the next one are made. */
export async function insertEach<Table extends keyof DB, Item>(
  tx: Tx,
  table: Table,
  items: readonly Item[],
  toRow: (item: Item, index: number) => Row<Table>,
): Promise<void> {
  let storing: Promise<unknown> | null = null;
  for (let start = 0; start < items.length; start += BATCH) {
    const rows = items.slice(start, start + BATCH).map((item, index) => toRow(item, start + index));
    const names = new Set(rows.flatMap((row) => Object.keys(row)));
    const columns = sql.join([...names].map((column) => sql.ref(column)));
    const batch = JSON.stringify(rows);
    await storing;
    storing = sql`
      insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${batch}::json)`.execute(tx);
    // A failure is thrown where the statement is awaited, and must not count as unhandled until then.
    storing.catch(() => undefined);
    // The statement leaves before the next rows are made.
    await nextTurn();
  }
  await storing;
}
