import { sql } from 'kysely';
import { Invalid } from '../errors.ts';
import type { Tx } from './database.ts';

/**
 * Throws where PostgreSQL does not know a time zone that this process knows, such as one that is newer than its tables: statements
 * that read it would fail, among them those about every application at once. Reads all zones, which takes tens of milliseconds.
 */
export async function checkTimeZone(tx: Tx, name: string): Promise<void> {
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${name})`.execute(tx);
  if (rows.length > 0) return;
  throw new Invalid({
    time_zone: ['The database does not know this time zone. Choose another one with the same hours.'],
  });
}
