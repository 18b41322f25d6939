import { defineLabelledGauge } from './metrics.ts';

/** A part of the work that can fail while the others go on. Jobs are fetched, then run: `sending` is a job that succeeded. */
export type Part = 'intake' | 'filing' | 'processing' | 'fetching' | 'sending';

export interface WorkSignal {
  /** Milliseconds since the epoch of the last unit of work that succeeded in this process; null before the first. */
  workedAt: number | null;
  /** The same of the last that failed because the database was away. */
  failedAt: number | null;
}

const signals = new Map<Part, WorkSignal>();
const lastWork = defineLabelledGauge({
  name: 'last_work_timestamp_seconds',
  help: 'When a unit of work last succeeded in this process, by part (intake, filing, processing, fetching of jobs, sending)',
  labels: ['part'],
});

/** Returns a copy, so that a reader sees both times of one moment. */
export const readWorkSignal = (part: Part): WorkSignal => ({
  workedAt: null,
  failedAt: null,
  ...signals.get(part),
});

/** Says that a unit of work of this part succeeded: it was committed, or there was nothing to do and the database said so. */
export function markWorked(part: Part): void {
  const now = Date.now();
  signals.set(part, { ...readWorkSignal(part), workedAt: now });
  lastWork.set({ part }, now / 1000);
}

export function markFailed(part: Part): void {
  signals.set(part, { ...readWorkSignal(part), failedAt: Date.now() });
}
