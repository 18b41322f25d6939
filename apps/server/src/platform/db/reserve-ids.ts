import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { onlyRow } from './only-row.ts';
import type { DB } from './schema.gen.ts';

/** Returns so many ids for rows that are written later, lowest first. */
export async function reserveIds(tx: Tx, table: keyof DB, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ ids: number[] }>`
    select json_agg(id order by id) as ids
    from (
      -- The name of the sequence is looked up once, and not for each id.
      select nextval((select pg_get_serial_sequence(${table}, 'id'))::regclass) as id from generate_series(1, ${count})
    ) reserved`.execute(tx);
  return onlyRow(rows).ids;
}
