import { whenDatabaseIsBack } from '../db/when-database-is-back.ts';
import { PermanentFailure } from '../errors.ts';
import type { Log } from '../log.ts';
import { defineCounter } from '../metrics.ts';
import type { JobHandler } from './jobs.ts';

const failedJobs = defineCounter({
  name: 'jobs_failed_total',
  help: 'Attempts of jobs that failed, by task; permanent="1" where trying again is of no use',
  labels: ['task', 'permanent'],
});

/** Makes the counts of a task that has not failed yet 0. */
export function countFailuresOf(task: string): void {
  for (const permanent of ['0', '1']) failedJobs.inc({ task, permanent }, 0);
}

interface Attempt {
  task: string;
  handle: JobHandler;
  payload: Record<string, unknown>;
  log: Log;
  /** Aborted when this process no longer holds the job. */
  signal: AbortSignal;
}

/**
 * Runs one job. To have the queue try it again, throws an error that carries only a name: the runner logs and stores what it is
 * given, and a message may repeat a patient's data. When the database is away, the job begins again here once the database is
 * back, as every job may: in the queue each interruption would cost it an attempt and a growing delay.
 */
export async function runHandler({ task, handle, payload, log, signal }: Attempt): Promise<void> {
  try {
    await whenDatabaseIsBack(() => handle(payload), signal);
  } catch (error) {
    failedJobs.inc({ task, permanent: error instanceof PermanentFailure ? '1' : '0' });
    if (error instanceof PermanentFailure) {
      log.warn({ task, reason: error.message }, 'a job ended without success');
      return;
    }
    log.error({ task, err: error }, 'a job failed');
    throw nameOnly(error instanceof Error ? error : new Error());
  }
}

const nameOnly = ({ name, code }: Error & { code?: string }): Error => new Error(code ? `${name} ${code}` : name);
