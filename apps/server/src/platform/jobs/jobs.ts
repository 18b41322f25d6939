import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

export interface Job {
  /** Name of a task in jobs.ts. */
  task: string;
  payload: Record<string, unknown>;
  /** Default: now. */
  runAt?: Date;
  /** The job replaces one with the same key that has not begun. */
  key?: string;
  maxAttempts?: number;
}

const DEFAULT_MAX_ATTEMPTS = 12;

/** Writes jobs in the transaction of their cause: one commit stores the record and the work. */
export async function enqueue(tx: Tx, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(({ task, payload, runAt, key, maxAttempts }) => ({
    identifier: task,
    payload,
    run_at: runAt?.toISOString() ?? null,
    job_key: key ?? null,
    max_attempts: maxAttempts ?? DEFAULT_MAX_ATTEMPTS,
  }));
  await sql`
    select 1 from graphile_worker.add_jobs(
      array(select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)))`.execute(
    tx,
  );
}

/** Deletes jobs that have not begun, by their keys, in the transaction that did their work. */
export async function dropJobs(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from graphile_worker._private_jobs where key = any(${keys}::text[]) and locked_at is null`.execute(tx);
}

/** The function of a job. It may run twice. It throws to be tried again, and throws PermanentFailure to end. */
export type JobHandler = (payload: Record<string, unknown>) => Promise<void>;
