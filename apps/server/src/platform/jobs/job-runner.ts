import { EventEmitter } from 'node:events';
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Log } from '../log.ts';
import { markWorked } from '../work-signals.ts';
import type { JobHandler } from './jobs.ts';
import { runHandler } from './run-handler.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** The runner's own statements (fetch, complete, fail) take milliseconds. */
const STATEMENT_TIMEOUT_MS = 15_000;
const POLL_MS = 1_000;
/** A fetched job that waits behind long ones goes back to the queue, where another process may have room. */
const LOCAL_QUEUE_TTL_MS = 30_000;
/** A finished job is kept in mind this long: its completion is on its way to the database. */
const REMEMBER_FINISHED_MS = 30_000;

export interface JobRunnerOptions {
  connectionString: string;
  log: Log;
  handlers: Record<string, JobHandler>;
  /** Jobs by the clock (UTC), a line each: "17 2 * * * task". However many processes there are, each is run once. */
  crontab?: string;
  concurrency?: number;
}

/** One life of graphile-worker, on connections of its own. It is never mended: a lost one is retired and another started. */
export interface JobRunner {
  /** By which the queue's rows name who holds them. */
  readonly id: string;
  /** Resolves with the reason when this runner has to be replaced; never rejects. */
  readonly lost: Promise<string>;
  /** Ends it from outside, as if it had failed. */
  giveUp(reason: string): void;
  /** performance.now() of the last time it asked for jobs, or ended one. */
  readonly progressAt: number;
  /** True while every slot has a job: then it does not ask for more. */
  readonly isFull: boolean;
  /** Ids of jobs whose handlers have not returned. */
  runningIds(): string[];
  /** Ids of jobs that this runner knows to be its own: fetched, running, or finished a moment ago. */
  knownIds(): string[];
  /** Ids of jobs that succeeded, a moment ago or, once retired, at any time: they must not be run again. */
  succeededIds(): string[];
  /** Begins no more jobs and waits for those that run. */
  stop(): Promise<void>;
  /** Begins no more jobs and cuts its connections; jobs that run go on to their end. */
  retire(): void;
}

/**
 * Starts a runner; rejects when the database is away. What graphile-worker 0.17 does on its own after a lost connection
 * is not relied on: its batches of results are not tried again (a `throw` precedes the loop's next turn), its shutdown can
 * wait for ever, and a fetch whose answer was lost leaves jobs locked by a worker that does not know of them.
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { log, handlers, crontab, concurrency = 8 } = options;
  const { pool, cut } = openRunnerPool(options, concurrency);
  const retired = new AbortController();
  const jobs = trackJobs(() => retired.signal.aborted);
  let id = '';
  let progressAt = performance.now();
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
  // Taken out of the list that it is about to give back: on its way out that fails, unheard, and ends as a rejection that
  // nobody handles. What a runner does not know of any more is given back by the worker's heartbeat.
  events.on('localQueue:returnJobs', (event) => jobs.returned(event.jobs.splice(0).map((job) => job.id)));
  events.on('job:complete', ({ error }) => {
    progressAt = performance.now();
    markWorked('fetching');
    if (!error) markWorked('sending');
  });

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
      logger: jobLogger(log),
      events,
      noHandleSignals: true,
      preset: {
        worker: {
          concurrentJobs: concurrency,
          pollInterval: POLL_MS,
          localQueue: { size: concurrency * 4, ttl: LOCAL_QUEUE_TTL_MS },
          // One by one, a lost connection would be a rejection that nobody hears.
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
      await runner.stop().catch(() => undefined);
      cut();
    },
    retire() {
      retired.abort();
      // Not waited for: it may never return. It only has to know that it is over.
      runner.stop().catch(() => undefined);
      cut();
    },
  };
}

/** Remembers which jobs a runner holds, for graphile-worker tells nobody. */
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
    /** Returns how to say that it ended. */
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

/** Connections that are the runner's alone, so that they can be cut without harm to anybody else. */
function openRunnerPool({ connectionString, log }: JobRunnerOptions, concurrency: number) {
  const clients = new Set<pg.PoolClient>();
  const pool = new pg.Pool({
    connectionString,
    max: concurrency,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'wardvoice jobs',
  });
  pool.on('error', (error) =>
    log.warn({ code: (error as { code?: string }).code }, 'a connection of the job runner was lost'),
  );
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.once('end', () => clients.delete(client));
  });
  const cut = () => {
    if (!pool.ending) pool.end().catch(() => undefined);
    // A pool waits for what was borrowed from it; a connection with a statement under way is cut at once.
    for (const client of clients) endNow(client);
  };
  return { pool, cut };
}

/** The pool's type hides `end`, because a borrower should not call it; here the whole pool is over. */
const endNow = (client: pg.PoolClient) => void (client as pg.PoolClient & pg.Client).end().catch(() => undefined);

/** The runner's own words, without the payloads it likes to print. */
function jobLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ source: 'jobs' }, message);
    else if (level === 'warning') log.warn({ source: 'jobs' }, message);
    else log.debug({ source: 'jobs' }, message);
  });
}
