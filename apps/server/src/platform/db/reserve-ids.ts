import { sql } from 'kysely';
import type { Tx } from './database.ts';
import type { DB } from './schema.gen.ts';

/** Ids drawn before the rows are written, lowest last. */
export async function reserveIds(tx: Tx, table: keyof DB, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(tx);
  return rows.map(({ id }) => id).toReversed();
}
