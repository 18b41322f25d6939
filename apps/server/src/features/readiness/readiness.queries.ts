import type { ShortQueries } from '../../platform/db/short-queries.ts';

/** Rejects unless the database can commit to disk. A standby cannot, nor can one whose disk is full. */
export async function proveWritable(db: ShortQueries): Promise<void> {
  await db.query(
    `insert into write_probe (written_at) values (now()) on conflict (id) do update set written_at = excluded.written_at`,
  );
}
