import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { onlyRow } from '../db/only-row.ts';

export interface StoredKey {
  id: number;
  name: string;
  made_at: Date;
  current_from: Date;
  made_under: string;
  retired_at: Date | null;
  audit_until: number | null;
  /** Milliseconds until it becomes the current one, by the clock of the database, which all processes share. */
  current_in_ms: number;
  /** The key, encrypted by each of these secret keys. */
  wraps: { secret_key: string; wrapped: Buffer }[];
}

/** Lists all keys, the newest first. */
export async function listStoredKeys(tx: Tx): Promise<StoredKey[]> {
  const { rows } = await sql<Omit<StoredKey, 'wraps'>>`
    select *, extract(epoch from current_from - clock_timestamp()) * 1000 as current_in_ms
    from data_keys order by id desc`.execute(tx);
  const wraps = await tx.selectFrom('data_key_wraps').selectAll().orderBy('secret_key').execute();
  return rows.map((row) => ({ ...row, wraps: wraps.filter(({ data_key_id }) => data_key_id === row.id) }));
}

/** Whether somebody has used this database, maybe with a version whose values do not name their key. */
export async function hasUsers(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from users) as found`.execute(tx);
  return onlyRow(rows).found;
}

/** Stores a new key, which becomes the current one after some seconds. */
export async function insertDataKey(
  tx: Tx,
  { name, madeUnder, inSeconds }: { name: string; madeUnder: string; inSeconds: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into data_keys (name, made_under, made_at, current_from)
    values (${name}, ${madeUnder}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${inSeconds}))
    returning id`.execute(tx);
  return onlyRow(rows).id;
}

export async function insertWrap(
  tx: Tx,
  wrap: { data_key_id: number; secret_key: string; wrapped: Buffer },
): Promise<void> {
  await tx
    .insertInto('data_key_wraps')
    .values(wrap)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes what can be decrypted with any other secret key than this one. Returns the number of keys it was. */
export async function deleteWrapsExcept(tx: Tx, secretKey: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('data_key_wraps')
    .where('secret_key', '!=', secretKey)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** From now on the key verifies entries of the audit up to this place, and nothing else. */
export async function retireDataKey(tx: Tx, id: number, auditUntil: number): Promise<void> {
  await sql`update data_keys set retired_at = clock_timestamp(), audit_until = ${auditUntil} where id = ${id}`.execute(
    tx,
  );
}
