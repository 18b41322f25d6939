import { defineLatestTime } from './metrics.ts';

/**
 * A part of the work that can fail while the others continue. `fetching` is the fetching of jobs, `sending` a job that succeeded.
 */
export type Part = 'intake' | 'filing' | 'processing' | 'fetching' | 'sending';

export interface WorkSignal {
  /** Milliseconds since the epoch of the last unit of work that succeeded in this process; null before the first. */
  workedAt: number | null;
  /** The same for the last unit of work that failed because the database was away. */
  failedAt: number | null;
}

const signals = new Map<Part, WorkSignal>();
const lastWork = defineLatestTime({
  name: 'last_work_timestamp_seconds',
  help: 'When a unit of work last succeeded in this process, by part (intake, filing, processing, fetching of jobs, sending)',
  labels: ['part'],
});

/** Returns a copy, so that the reader sees both times as they were at one instant. */
export const readWorkSignal = (part: Part): WorkSignal => ({
  workedAt: null,
  failedAt: null,
  ...signals.get(part),
});

/** Records that a unit of work of this part succeeded: it was committed, or there was nothing to do and the database said so. */
export function markWorked(part: Part): void {
  const now = Date.now();
  signals.set(part, { ...readWorkSignal(part), workedAt: now });
  lastWork.set({ part }, now / 1000);
}

export function markFailed(part: Part): void {
  signals.set(part, { ...readWorkSignal(part), failedAt: Date.now() });
}
