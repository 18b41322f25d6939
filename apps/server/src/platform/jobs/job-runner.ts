import { EventEmitter } from 'node:events';
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { newPool } from '../db/hosts/connect.ts';
import type { Log } from '../log.ts';
import { markWorked } from '../work-signals.ts';
import type { JobHandler } from './jobs.ts';
import { countFailuresOf, runHandler } from './run-handler.ts';
import { codeOf } from '../errors.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Limit for the runner's own statements (fetch, complete, fail), which take milliseconds. */
const STATEMENT_TIMEOUT_MS = 15_000;
const POLL_MS = 1_000;
/** A fetched job that waits this long behind long ones is given back to the queue, where another process may have room for it. */
const LOCAL_QUEUE_TTL_MS = 30_000;
/** A finished job is remembered this long, while its completion is being stored in the database. */
const REMEMBER_FINISHED_MS = 30_000;

export interface JobRunnerOptions {
  connectionString: string;
  log: Log;
  handlers: Record<string, JobHandler>;
  /** Scheduled jobs (in UTC), one per line: "17 2 * * * task". Each is run once, however many processes there are. */
  crontab?: string;
  concurrency?: number;
}

/** One run of graphile-worker, on connections of its own. A lost one is never repaired: it is retired, and another is started. */
export interface JobRunner {
  /** The name under which the rows of the queue are locked. */
  readonly id: string;
  /** Resolves with the reason when this runner has to be replaced; never rejects. */
  readonly lost: Promise<string>;
  /** Declares the runner lost, as if it had failed. */
  giveUp(reason: string): void;
  /** performance.now() of the last time the runner fetched jobs or ended one. */
  readonly progressAt: number;
  /** True while every slot has a job, so that the runner fetches no more. */
  readonly isFull: boolean;
  /** Ids of jobs whose handlers have not returned. */
  runningIds(): string[];
  /** Ids of jobs that this runner holds: fetched, running, or just finished. */
  knownIds(): string[];
  /** Ids of jobs that succeeded, which must not be run again: those that just did or, once the runner is retired, all of them. */
  succeededIds(): string[];
  /** Begins no more jobs, and waits for those that are running. */
  stop(): Promise<void>;
  /** Begins no more jobs and cuts the runner's connections. Running jobs continue to their end. */
  retire(): void;
}

/**
 * Starts a runner; rejects when the database is away. We do not rely on what graphile-worker 0.17 does after a lost connection:
 * it does not repeat batches of results (a `throw` precedes the loop's next turn), its shutdown can wait for ever, and a fetch
 * whose answer was lost leaves jobs locked by a worker that does not know of them.
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { log, handlers, crontab, concurrency = 8 } = options;
  const { pool, cut } = openRunnerPool(options, concurrency);
  const retired = new AbortController();
  const jobs = trackJobs(() => retired.signal.aborted);
  let id = '';
  let progressAt = performance.now();
  let isStopping = false;
  let reportLoss: (reason: string) => void = () => undefined;
  const lost = new Promise<string>((resolve) => (reportLoss = resolve));

  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => (id = workerPool.id));
  events.on('pool:fatalError', ({ action }) => reportLoss(`it could not record its results (${action})`));
  events.on('pool:gracefulShutdown', ({ message }) => reportLoss(message));
  events.on('localQueue:getJobs:complete', (event) => {
    jobs.fetched(event.jobs.map((job) => job.id));
    progressAt = performance.now();
    markWorked('fetching');
  });
  // The jobs are taken out of the list that graphile-worker is about to give back: while it shuts down, giving them back fails
  // and ends as an unhandled rejection. The worker's heartbeat gives back the jobs that a runner no longer knows.
  events.on('localQueue:returnJobs', (event) => jobs.returned(event.jobs.splice(0).map((job) => job.id)));
  events.on('job:complete', ({ error }) => {
    progressAt = performance.now();
    markWorked('fetching');
    if (!error) markWorked('sending');
  });

  Object.keys(handlers).forEach(countFailuresOf);
  const taskList: TaskList = Object.fromEntries(
    Object.entries(handlers).map(([task, handle]) => [
      task,
      async (payload, { job }) => {
        if (retired.signal.aborted) throw new Error('its runner was replaced');
        const end = jobs.begin(job.id);
        try {
          await runHandler({
            task,
            handle,
            payload: payload as Record<string, unknown>,
            log,
            signal: retired.signal,
          });
          end({ succeeded: true });
        } catch (error) {
          end({ succeeded: false });
          throw error;
        }
      },
    ]),
  );
  let runner: Runner;
  try {
    runner = await run({
      pgPool: pool,
      logger: jobLogger(log, () => isStopping),
      events,
      noHandleSignals: true,
      preset: {
        worker: {
          concurrentJobs: concurrency,
          pollInterval: POLL_MS,
          localQueue: { size: concurrency * 4, ttl: LOCAL_QUEUE_TTL_MS },
          // Without batches, a lost connection would cause a rejection that nothing handles.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
      taskList,
      ...(crontab ? { crontab } : {}),
    });
  } catch (error) {
    cut();
    throw error;
  }
  runner.promise.then(
    () => reportLoss('it ended'),
    (error: unknown) => reportLoss(error instanceof Error ? error.name : 'it failed'),
  );
  return {
    id,
    lost,
    giveUp: (reason) => reportLoss(reason),
    get progressAt() {
      return progressAt;
    },
    get isFull() {
      return jobs.runningIds().length >= concurrency;
    },
    runningIds: jobs.runningIds,
    knownIds: jobs.knownIds,
    succeededIds: jobs.succeededIds,
    async stop() {
      isStopping = true;
      await runner.stop().catch(() => undefined);
      cut();
    },
    retire() {
      retired.abort();
      // The stop is not awaited, because it may never end. It only tells graphile-worker to fetch no more.
      runner.stop().catch(() => undefined);
      cut();
    },
  };
}

/** Remembers which jobs a runner holds, because graphile-worker does not say so. */
function trackJobs(isRetired: () => boolean) {
  const waiting = new Set<string>();
  const running = new Set<string>();
  const finished = new Map<string, { at: number; succeeded: boolean }>();
  const forget = () => {
    if (isRetired()) return;
    const before = performance.now() - REMEMBER_FINISHED_MS;
    for (const [id, { at }] of finished) if (at < before) finished.delete(id);
  };
  return {
    fetched: (ids: readonly string[]) => ids.forEach((id) => waiting.add(id)),
    returned: (ids: readonly string[]) => ids.forEach((id) => waiting.delete(id)),
    /** Records that a job has begun. Returns the function that records its end. */
    begin(id: string) {
      waiting.delete(id);
      running.add(id);
      return ({ succeeded }: { succeeded: boolean }) => {
        running.delete(id);
        finished.set(id, { at: performance.now(), succeeded });
      };
    },
    runningIds: () => [...running],
    knownIds() {
      forget();
      return [...waiting, ...running, ...finished.keys()];
    },
    succeededIds: () => [...finished].filter(([, { succeeded }]) => succeeded).map(([id]) => id),
  };
}

/** Opens connections that only the runner uses, so that they can be cut without affecting anything else. */
function openRunnerPool({ connectionString, log }: JobRunnerOptions, concurrency: number) {
  const clients = new Set<pg.PoolClient>();
  const pool = newPool({
    connectionString,
    max: concurrency,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'wardvoice jobs',
  });
  pool.on('error', (error) => log.warn({ code: codeOf(error) }, 'a connection of the job runner was lost'));
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.once('end', () => clients.delete(client));
  });
  const cut = () => {
    if (!pool.ending) pool.end().catch(() => undefined);
    // Closing a pool waits for the connections that are in use, so each is cut, even with a running statement.
    for (const client of clients) endNow(client);
  };
  return { pool, cut };
}

/** The types of the pool hide `end`, because a borrower should not call it; here the whole pool is being closed. */
const endNow = (client: pg.PoolClient) => void (client as pg.PoolClient & pg.Client).end().catch(() => undefined);

/**
 * Logs the messages of graphile-worker without the payloads that it adds to them. While it stops it often says that it failed, because
 * nothing is left to give back; its jobs are unlocked all the same.
 */
function jobLogger(log: Log, isStopping: () => boolean): Logger {
  return new Logger(() => (level, message) => {
    if (isStopping()) log.debug({ source: 'jobs' }, message);
    else if (level === 'error') log.error({ source: 'jobs' }, message);
    else if (level === 'warning') log.warn({ source: 'jobs' }, message);
    else log.debug({ source: 'jobs' }, message);
  });
}
