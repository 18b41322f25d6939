import pg from 'pg';

const LOG_BYTES = 1024 ** 3;
const RECORD_BYTES = 16 * 1024 ** 2;

/**
 * Writes as much of PostgreSQL's write-ahead log as the database keeps of it. Until then each of its files is made when it is needed,
 * which holds up every commit for 50 to 100 ms; afterwards they are used again. A database that has run for a day is in that state.
 */
export async function useLog(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (let bytes = 0; bytes < LOG_BYTES; bytes += RECORD_BYTES)
    await client.query(`select pg_logical_emit_message(false, 'bench', repeat('x', $1))`, [RECORD_BYTES]);
  await client.query('checkpoint');
  await client.end();
}
