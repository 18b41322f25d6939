import type { Part, WorkSignal } from '../../platform/work-signals.ts';

/** Figures from the database; null when it did not answer, or could not write, in time. */
export interface DatabaseFacts {
  overdueDeliveries: number;
  oldestOverdueSeconds: number | null;
  oldestDueJobSeconds: number | null;
  oldestWaitingSeconds: number | null;
}

export interface Assessment {
  /** Whether this process has a listener or receives messages over HTTP. */
  receives: boolean;
  /** Whether it has the worker role. */
  works: boolean;
  /** Milliseconds since its roles were started, which is later than the process where it waited for a migration. */
  startedMsAgo: number;
  /** Milliseconds since the epoch. */
  now: number;
  facts: DatabaseFacts | null;
  /** Whether the only machine that accepts writes lacks what was committed at another. */
  lacksCommits: boolean;
  signals: Record<Part, WorkSignal>;
}

/** `elsewhere`: the process does not have this role; its figures are shown nevertheless. */
export type PartStatus = 'works' | 'fails' | 'elsewhere';

export interface Readiness {
  status: 'ready' | 'not_ready';
  /** `lacks_commits`: there is one that accepts writes, and it is refused, because it has lost what another had committed. */
  database: 'writable' | 'away' | 'lacks_commits';
  intake: { status: PartStatus; last_work_at: string | null };
  processing: { status: PartStatus; last_work_at: string | null; oldest_waiting_seconds: number | null };
  sending: {
    status: PartStatus;
    last_work_at: string | null;
    overdue_deliveries: number | null;
    oldest_overdue_seconds: number | null;
    oldest_due_job_seconds: number | null;
  };
}

/**
 * A failure without a later success counts for this long. After that a feed without messages proves nothing either way.
 */
const FAILURE_COUNTS_MS = 30_000;
/** The loops poll at least every second, and a batch takes some hundred milliseconds. */
const SILENT_AFTER_MS = 30_000;
/**
 * When a delivery is overdue for this long and nothing was sent for NOTHING_SENT_MS, sending fails: jobs are fetched
 * but none is returned, or each fails.
 */
const MAX_OVERDUE_SECONDS = 120;
const NOTHING_SENT_MS = 60_000;

/**
 * Decides for each part whether it works, by what it did recently and not by whether it was started: a worker that
 * hangs still runs and holds its locks.
 */
export function assessReadiness(input: Assessment): Readiness {
  const { facts, signals, receives, works, now } = input;
  const isSilent = ({ workedAt }: WorkSignal, afterMs = SILENT_AFTER_MS) =>
    now - Math.max(workedAt ?? 0, now - input.startedMsAgo) > afterMs;
  const intakeFails = facts === null || hasJustFailed(signals.intake, now);
  const processingFails = facts === null || isSilent(signals.processing) || isSilent(signals.filing);
  const sendingFails =
    facts === null ||
    isSilent(signals.fetching) ||
    ((facts.oldestOverdueSeconds ?? 0) > MAX_OVERDUE_SECONDS && isSilent(signals.sending, NOTHING_SENT_MS));
  const statusOf = (isOurs: boolean, fails: boolean): PartStatus => (!isOurs ? 'elsewhere' : fails ? 'fails' : 'works');
  const intake = statusOf(receives, intakeFails);
  const processing = statusOf(works, processingFails);
  const sending = statusOf(works, sendingFails);
  const isReady = facts !== null && ![intake, processing, sending].includes('fails');
  return {
    status: isReady ? 'ready' : 'not_ready',
    database: facts ? 'writable' : input.lacksCommits ? 'lacks_commits' : 'away',
    intake: { status: intake, last_work_at: timeOf(signals.intake) },
    processing: {
      status: processing,
      last_work_at: timeOf(signals.processing),
      oldest_waiting_seconds: facts?.oldestWaitingSeconds ?? null,
    },
    sending: {
      status: sending,
      last_work_at: timeOf(signals.sending),
      overdue_deliveries: facts?.overdueDeliveries ?? null,
      oldest_overdue_seconds: facts?.oldestOverdueSeconds ?? null,
      oldest_due_job_seconds: facts?.oldestDueJobSeconds ?? null,
    },
  };
}

const hasJustFailed = ({ workedAt, failedAt }: WorkSignal, now: number): boolean =>
  failedAt !== null && failedAt >= (workedAt ?? 0) && now - failedAt < FAILURE_COUNTS_MS;

const timeOf = ({ workedAt }: WorkSignal): string | null =>
  workedAt === null ? null : new Date(workedAt).toISOString();
