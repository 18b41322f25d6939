import { sql } from 'kysely';
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Tx } from '../db/database.ts';
import { PermanentFailure } from '../errors.ts';
import type { Log } from '../log.ts';
import { defineCounter } from '../metrics.ts';

export interface Job {
  /** Name of a task in jobs.ts. */
  task: string;
  payload: Record<string, unknown>;
  /** Default: at once. */
  runAt?: Date;
  /** A job with the same key that has not begun is replaced. */
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

/** What a job does. It may run twice; it throws to be tried again, PermanentFailure to end. */
export type JobHandler = (payload: Record<string, unknown>) => Promise<void>;

const failedJobs = defineCounter({
  name: 'jobs_failed_total',
  help: 'Attempts of jobs that failed, by task; permanent="1" where trying again is of no use',
  labels: ['task', 'permanent'],
});

const HEARTBEAT_MS = 5_000;
/** A worker not heard of for this long is taken for dead and its jobs are given to others. */
const DEAD_AFTER_SECONDS = 30;
const RESTART_DELAY_MS = 1_000;

export interface Worker {
  stop(): Promise<void>;
}

export interface WorkerOptions {
  pool: pg.Pool;
  log: Log;
  handlers: Record<string, JobHandler>;
  /** Jobs by the clock (UTC), a line each: "17 2 * * * task". However many processes there are, each is run once. */
  crontab?: string;
  concurrency?: number;
}

/** Runs jobs until stopped; starts anew after a lost database, and frees the jobs of workers that died holding them. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, log } = options;
  const poolIds = new Set<string>();
  let stopping = false;
  let runner = await startRunner(options, poolIds);
  const finished = (async () => {
    while (!stopping) {
      await runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job runner stopped'));
      while (!stopping) {
        await pause(RESTART_DELAY_MS);
        // Our own former runner is as dead as a killed process: its jobs go back at once.
        const restarted = await unlock(pool, [...poolIds])
          .then(() => startRunner(options, poolIds))
          .catch(() => null);
        if (restarted) {
          runner = restarted;
          break;
        }
      }
    }
  })();
  const timer = setInterval(() => {
    beat(pool, [...poolIds]).catch((error: unknown) => {
      log.warn({ code: (error as { code?: string }).code }, 'the worker could not reach the database');
    });
  }, HEARTBEAT_MS);
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await runner.stop().catch(() => undefined);
      await finished;
      await pool.query('delete from worker_processes where worker_id = any($1)', [[...poolIds]]).catch(() => undefined);
    },
  };
}

async function startRunner(
  { pool, log, handlers, crontab, concurrency = 8 }: WorkerOptions,
  poolIds: Set<string>,
): Promise<Runner> {
  poolIds.clear();
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => poolIds.add(workerPool.id));
  const runner = await run({
    pgPool: pool,
    logger: jobLogger(log),
    events,
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: concurrency,
        pollInterval: 1_000,
        localQueue: { size: concurrency * 4 },
        // In batches results are recorded with retries; one by one, a lost connection would end the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    taskList: toTaskList(handlers, log),
    ...(crontab ? { crontab } : {}),
  });
  await beat(pool, [...poolIds]);
  return runner;
}

/** Says that we live, and gives the jobs of those who have not said so for long to whoever asks next. */
async function beat(pool: pg.Pool, poolIds: string[]): Promise<void> {
  await pool.query(
    `insert into worker_processes (worker_id) select unnest($1::text[])
     on conflict (worker_id) do update set seen_at = now()`,
    [poolIds],
  );
  const { rows } = await pool.query<{ worker_id: string }>(
    `select worker_id from worker_processes where seen_at < now() - make_interval(secs => $1)`,
    [DEAD_AFTER_SECONDS],
  );
  if (rows.length > 0) {
    await unlock(
      pool,
      rows.map((row) => row.worker_id),
    );
  }
}

async function unlock(pool: pg.Pool, poolIds: string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [poolIds]);
  await pool.query('delete from worker_processes where worker_id = any($1)', [poolIds]);
}

function toTaskList(handlers: Record<string, JobHandler>, log: Log): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (payload: unknown) => {
        try {
          await handle(payload as Record<string, unknown>);
        } catch (error) {
          failedJobs.inc({ task: name, permanent: error instanceof PermanentFailure ? '1' : '0' });
          if (error instanceof PermanentFailure) {
            log.warn({ task: name, reason: error.message }, 'a job ended without success');
            return;
          }
          log.error({ task: name, err: error }, 'a job failed');
          throw nameOnly(error as Error);
        }
      },
    ]),
  );
}

/** The runner logs and stores what it is given: only a name, for a message may repeat what a query was about. */
const nameOnly = ({ name, code }: Error & { code?: string }): Error => new Error(code ? `${name} ${code}` : name);

/** The runner's own words, without the payloads it likes to print. */
function jobLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ source: 'jobs' }, message);
    else if (level === 'warning') log.warn({ source: 'jobs' }, message);
    else log.debug({ source: 'jobs' }, message);
  });
}
