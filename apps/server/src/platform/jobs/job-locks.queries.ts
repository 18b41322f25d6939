import type { ShortQueries } from '../db/short-queries.ts';

/**
 * Records that these runners are alive. Returns those that were known before the call: one that is missing was considered dead in
 * the meantime, and its jobs were given to others.
 */
export async function upsertHeartbeats(db: ShortQueries, runnerIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ worker_id: string }>(
    `insert into worker_processes (worker_id) select unnest($1::text[])
     on conflict (worker_id) do update set seen_at = now()
     returning case when xmax <> 0 then worker_id end as worker_id`,
    [runnerIds],
  );
  return rows.map((row) => row.worker_id).filter((id) => id !== null);
}

/**
 * Unlocks the jobs of a runner except those named, and takes back the attempt that was counted when they were fetched: they did
 * not run, or their result is unknown for a reason that is not theirs.
 */
export async function unlockJobsExcept(
  db: ShortQueries,
  {
    runnerId,
    exceptIds,
    lockedForSeconds,
  }: { runnerId: string; exceptIds: readonly string[]; lockedForSeconds: number },
): Promise<number> {
  const rows = await db.query(
    `update graphile_worker._private_jobs
     set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
     where locked_by = $1 and id <> all($2::bigint[]) and locked_at <= now() - make_interval(secs => $3)
     returning id`,
    [runnerId, exceptIds, lockedForSeconds],
  );
  return rows.length;
}

/** Deletes jobs that a runner has completed without being able to store that. */
export async function deleteDoneJobs(db: ShortQueries, runnerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.query('delete from graphile_worker._private_jobs where locked_by = $1 and id = any($2::bigint[])', [
    runnerId,
    ids,
  ]);
}

/**
 * Unlocks the jobs of runners whose process has ended, because they have not been heard of for so long, or never were. Their
 * attempts count, so that a job which ends its process is not tried for ever.
 */
export async function unlockJobsOfDead(db: ShortQueries, deadAfterSeconds: number): Promise<number> {
  const rows = await db.query(
    `with dead as (
       delete from worker_processes where seen_at < now() - make_interval(secs => $1) returning worker_id)
     update graphile_worker._private_jobs jobs set locked_at = null, locked_by = null
     where jobs.locked_by is not null
       and (jobs.locked_by in (select worker_id from dead)
         or (jobs.locked_at < now() - make_interval(secs => $1)
           and not exists (select from worker_processes where worker_id = jobs.locked_by)))
     returning jobs.id`,
    [deadAfterSeconds],
  );
  return rows.length;
}

export async function deleteHeartbeats(db: ShortQueries, runnerIds: readonly string[]): Promise<void> {
  await db.query('delete from worker_processes where worker_id = any($1)', [runnerIds]);
}

/** Returns for how many seconds the oldest due job has been waiting; null when none is due. */
export async function findOldestDueJob(db: ShortQueries): Promise<number | null> {
  const [row] = await db.query<{ seconds: number }>(
    `select extract(epoch from now() - run_at)::float8 as seconds from graphile_worker._private_jobs
     where is_available and run_at <= now() order by priority, run_at limit 1`,
  );
  return row?.seconds ?? null;
}
