import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import type { EntryContent } from './sign-entry.ts';

const NEXT_ID = `nextval(pg_get_serial_sequence('audit_entries', 'id'))`;

/** Returns ids for entries to come, lowest last. They are committed when it resolves. */
export async function reserveEntryIds(pool: pg.Pool, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(`select ${NEXT_ID} as id from generate_series(1, $1)`, [count]);
  return rows.map(({ id }) => id).toReversed();
}

export async function drawEntryId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select ${sql.raw(NEXT_ID)} as id`.execute(tx);
  return onlyRow(rows).id;
}

export interface SignedEntry extends Omit<EntryContent, 'at_us'> {
  at: Date;
  mac: Buffer;
  mac_key: string;
}

export async function insertEntry(tx: Tx, entry: SignedEntry): Promise<void> {
  await sql`
    insert into audit_entries (
      id, application_id, at, user_id, user_name, session_id, address, action, record_type, record_id, refused,
      patient_ids, details, mac, mac_key)
    overriding system value
    values (
      ${entry.id}, ${entry.application_id}, ${entry.at}, ${entry.user_id}, ${entry.user_name}, ${entry.session_id},
      ${entry.address}, ${entry.action}, ${entry.record_type}, ${entry.record_id}, ${entry.refused},
      ${entry.patient_ids}, ${JSON.stringify(entry.details)}, ${entry.mac}, ${entry.mac_key})`.execute(tx);
}
