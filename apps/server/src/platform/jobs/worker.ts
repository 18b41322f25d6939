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

const HEARTBEAT_MS = 2_000;
/** A runner not heard of for this long is taken for dead, and its jobs are given to others. */
const DEAD_AFTER_SECONDS = 15;
/** A runner that has room and asks for nothing this long hangs. Longer than its own statements may take. */
const STALLED_AFTER_MS = 20_000;
/** A job that is locked this long by a runner which does not know of it: the answer to its fetch was lost. */
const UNKNOWN_FOR_SECONDS = 5;
const RESTART_DELAY_MS = 500;
const STOP_WITHIN_MS = 8_000;

export interface WorkerOptions extends JobRunnerOptions {
  deadAfterSeconds?: number;
  stopWithinMs?: number;
}

export interface Worker {
  /** Ends within some seconds; what runs longer stays locked until its process is gone. */
  stop(): Promise<void>;
}

/**
 * Runs jobs until stopped, whatever becomes of the database or of the runner: a runner that failed, ended or hangs is
 * replaced, and what it held is free again within seconds. Never rejects: nothing here may end the intake beside it.
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
        log.warn({ code: (error as { code?: string }).code }, 'the job runner waits for the database');
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

  /** performance.now() since when each heartbeat has succeeded; null after one that failed. */
  let beatingSince: number | null = null;

  async function beat(): Promise<void> {
    try {
      // The runner of this beat: one that starts meanwhile has not been heard of, and must not be missed.
      const runner = current;
      const living = [...(runner ? [runner] : []), ...retired];
      const knownBefore = await upsertHeartbeats(
        db,
        living.map((one) => one.id),
      );
      beatingSince ??= performance.now();
      if (runner) await watchCurrent(runner, knownBefore);
      for (const one of retired) await clearUp(one);
      // After an interruption nobody has been heard of; all get the time to say that they live.
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

  /** Jobs of a retired runner are free at once, but for those whose handlers have not returned. */
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
        const { code } = error as { code?: string };
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
