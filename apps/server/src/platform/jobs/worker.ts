import { setTimeout as pause } from 'node:timers/promises';
import { createShortQueries } from '../db/short-queries.ts';
import { markFailed } from '../work-signals.ts';
import {
  deleteDoneJobs,
  deleteHeartbeats,
  unlockJobsExcept,
  unlockJobsOfDead,
  upsertHeartbeats,
} from './job-locks.queries.ts';
import { startJobRunner, type JobRunner, type JobRunnerOptions } from './job-runner.ts';
import { codeOf } from '../errors.ts';

const HEARTBEAT_MS = 2_000;
/** A runner that has not been heard of for this long is considered dead, and its jobs are given to others. */
const DEAD_AFTER_SECONDS = 15;
/** A runner that has room and fetches nothing for this long hangs. The limit is longer than its own statements may take. */
const STALLED_AFTER_MS = 20_000;
/**
 * A job that has been locked for this long by a runner which does not know of it is unlocked: the answer to its fetch was lost.
 */
const UNKNOWN_FOR_SECONDS = 5;
const RESTART_DELAY_MS = 500;
const STOP_WITHIN_MS = 8_000;

export interface WorkerOptions extends JobRunnerOptions {
  deadAfterSeconds?: number;
  stopWithinMs?: number;
}

export interface Worker {
  /** Resolves within some seconds. Jobs that run longer stay locked until their process has ended. */
  stop(): Promise<void>;
}

/**
 * Runs jobs until stopped, whatever happens to the database or to the runner: a runner that failed, ended or hangs is replaced,
 * and its jobs are unlocked within seconds. Never rejects, because nothing here may end the intake in the same process.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { connectionString, log, deadAfterSeconds = DEAD_AFTER_SECONDS, stopWithinMs = STOP_WITHIN_MS } = options;
  const db = createShortQueries(connectionString, 'wardvoice worker');
  const stopping = new AbortController();
  const sleep = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  let current: JobRunner | null = null;
  const retired = new Set<JobRunner>();

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      const runner = await startJobRunner(options).catch((error: unknown) => {
        markFailed('fetching');
        log.warn({ code: codeOf(error) }, 'the job runner waits for the database');
        return null;
      });
      if (runner) {
        current = runner;
        const reason = await Promise.race([runner.lost, stopped]);
        if (stopping.signal.aborted) return;
        log.error({ reason }, 'the job runner was lost; another is started');
        runner.retire();
        retired.add(runner);
        current = null;
        await beat().catch(() => undefined);
      }
      await sleep(RESTART_DELAY_MS);
    }
  }

  /** performance.now() since when every heartbeat has succeeded; null after one that failed. */
  let beatingSince: number | null = null;

  async function beat(): Promise<void> {
    try {
      // The runner is read once: one that starts during this heartbeat is not known yet, and must not be reported as missing.
      const runner = current;
      const living = [...(runner ? [runner] : []), ...retired];
      const knownBefore = await upsertHeartbeats(
        db,
        living.map((one) => one.id),
      );
      beatingSince ??= performance.now();
      if (runner) await watchCurrent(runner, knownBefore);
      for (const one of retired) await clearUp(one);
      // After an interruption no runner has been heard of, so all get time for a heartbeat before they are considered dead.
      if (performance.now() - beatingSince > deadAfterSeconds * 1_000) {
        const count = await unlockJobsOfDead(db, deadAfterSeconds);
        if (count > 0) log.warn({ jobs: count }, 'jobs of a worker that died are free again');
      }
    } catch (error) {
      beatingSince = null;
      throw error;
    }
  }

  const introduced = new WeakSet<JobRunner>();
  async function watchCurrent(runner: JobRunner, knownBefore: readonly string[]): Promise<void> {
    if (introduced.has(runner) && !knownBefore.includes(runner.id)) {
      runner.giveUp('it was taken for dead by another process');
      return;
    }
    introduced.add(runner);
    if (!runner.isFull && performance.now() - runner.progressAt > STALLED_AFTER_MS) {
      runner.giveUp('it had room and asked for no jobs');
      return;
    }
    await unlockJobsExcept(db, {
      runnerId: runner.id,
      exceptIds: runner.knownIds(),
      lockedForSeconds: UNKNOWN_FOR_SECONDS,
    });
  }

  /** Unlocks the jobs of a retired runner, except those whose handlers have not returned. */
  async function clearUp(runner: JobRunner): Promise<void> {
    const exceptIds = runner.runningIds();
    await deleteDoneJobs(db, runner.id, runner.succeededIds());
    await unlockJobsExcept(db, { runnerId: runner.id, exceptIds, lockedForSeconds: 0 });
    if (exceptIds.length > 0) return;
    await deleteHeartbeats(db, [runner.id]);
    retired.delete(runner);
  }

  async function keepBeating(): Promise<void> {
    while (!stopping.signal.aborted) {
      await beat().catch((error: unknown) => {
        const code = codeOf(error);
        log.warn({ code }, 'the worker could not reach the database');
      });
      await sleep(HEARTBEAT_MS);
    }
  }

  const working = Promise.all([keepRunning(), keepBeating()]);
  return {
    async stop() {
      stopping.abort();
      const runner = current;
      if (runner) {
        await Promise.race([runner.stop(), pause(stopWithinMs, undefined, { ref: false })]);
        runner.retire();
        retired.add(runner);
      }
      await working;
      for (const one of retired) await clearUp(one).catch(() => undefined);
      await db.close().catch(() => undefined);
    },
  };
}
