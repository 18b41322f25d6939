import type pg from 'pg';
import type { Database } from '../../platform/db/database.ts';

export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  in_error: number;
  joined: number;
}

/** A separate connection with one open transaction, and in it a temporary table for the rows of a file. */
export interface Staging {
  readonly client: pg.PoolClient;
  /** Stores the result of the import in the same transaction as the contacts, and commits both. */
  finish(importId: number, result: ImportCounts & { rows_read: number; finished_at: Date }): Promise<void>;
  rollback(): Promise<void>;
  release(): void;
}

export async function openStaging(db: Database, applicationId: number): Promise<Staging> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query(`select set_config('wardvoice.application_id', $1, true)`, [String(applicationId)]);
    await client.query(`set local work_mem = '64MB'`);
    await client.query(`
      create temporary table import_rows (
        line integer not null, problem text, cells text,
        name text, email text, email_lower text, phone text, language text, external_id text
      ) on commit drop`);
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
  return {
    client,
    async finish(importId, { added, updated, unchanged, in_error, joined, rows_read, finished_at }) {
      await client.query('delete from contact_import_chunks where application_id = $1 and import_id = $2', [
        applicationId,
        importId,
      ]);
      await client.query(
        `update contact_imports set state = 'finished', progress = 100, added = $3, updated = $4, unchanged = $5,
           in_error = $6, joined = $7, rows_read = $8, finished_at = $9
         where application_id = $1 and id = $2 and state = 'running'`,
        [applicationId, importId, added, updated, unchanged, in_error, joined, rows_read, finished_at],
      );
      await client.query('commit');
    },
    async rollback() {
      await client.query('rollback').catch((error: Error) => (broken = error));
    },
    release: () => client.release(broken),
  };
}
