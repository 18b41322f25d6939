import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Manifest } from './manifest.ts';
import { countBytes, countRows } from './manifest.ts';

export async function insertBackup(tx: Tx, row: { name: string; place: string; started_at: Date }): Promise<number> {
  const { id } = await tx
    .insertInto('backups')
    .values({ ...row, state: 'running' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function recordStored(tx: Tx, id: number, manifest: Manifest): Promise<void> {
  await tx
    .updateTable('backups')
    .set({
      state: 'stored',
      name: manifest.name,
      snapshot_at: new Date(manifest.snapshot_at),
      finished_at: new Date(manifest.finished_at),
      tables: manifest.tables.length,
      table_rows: countRows(manifest),
      bytes: countBytes(manifest),
    })
    .where('id', '=', id)
    .execute();
}

export async function recordVerified(tx: Tx, id: number, by: 'restored' | 'read', now: Date): Promise<void> {
  await tx
    .updateTable('backups')
    .set({ state: 'verified', verified_at: now, verified_by: by })
    .where('id', '=', id)
    .execute();
}

export async function recordFailed(tx: Tx, id: number, error: string, now: Date): Promise<void> {
  await tx.updateTable('backups').set({ state: 'failed', error, finished_at: now }).where('id', '=', id).execute();
}

/** Whoever began them has ended without a word. */
export async function failInterrupted(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('backups')
    .set({ state: 'failed', error: 'The process ended before the backup was finished.', finished_at: now })
    .where('state', 'in', ['running', 'stored'])
    .execute();
}

export interface BackupStanding {
  /** As of when the rows of the newest verified backup are; null: there is none. */
  snapshot_at: Date | null;
  verified_at: Date | null;
  /** When the first backup was begun; null: none was. */
  first_at: Date | null;
  /** Whether the newest one that has ended failed. */
  has_failed: boolean;
}

export async function getBackupStanding(tx: Tx): Promise<BackupStanding> {
  const { rows } = await sql<BackupStanding>`
    select (select max(snapshot_at) from backups where verified_at is not null) as snapshot_at,
      (select max(verified_at) from backups) as verified_at,
      (select min(started_at) from backups) as first_at,
      coalesce((select state = 'failed' from backups where state in ('failed', 'verified')
        order by started_at desc, id desc limit 1), false) as has_failed`.execute(tx);
  const [standing] = rows;
  return standing ?? { snapshot_at: null, verified_at: null, first_at: null, has_failed: false };
}
