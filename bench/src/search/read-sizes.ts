import type { Client } from 'pg';

/** Returns the largest tables: their rows and indexes in bytes for each message that is stored. */
export async function readSizes(client: Client, messages: number) {
  const { rows } = await client.query<{ table: string; rows: number; indexes: number }>(
    `select relname as table, round(pg_table_size(oid) / $1::numeric)::int as rows, round(pg_indexes_size(oid) / $1::numeric)::int as indexes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc limit 10`,
    [messages],
  );
  return rows;
}
