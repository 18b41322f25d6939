import { findBehind } from '../../platform/db/hosts/connect.ts';
import { createShortQueries, type ShortQueries } from '../../platform/db/short-queries.ts';
import { findOldestDueJob } from '../../platform/jobs/job-locks.queries.ts';
import { readWorkSignal } from '../../platform/work-signals.ts';
import { countApplicationsOnHold, findOverdueDeliveries } from './overdue.queries.ts';
import { findWaitingForDestinations, type WaitingForDestinations } from '../destinations/index.ts';
import { findOldestWaiting } from '../intake/index.ts';
import { assessReadiness, type DatabaseFacts, type Readiness } from './assess-readiness.ts';
import { proveWritable } from './readiness.queries.ts';

/** The limit for the whole reply, because load balancers and Kubernetes wait only some seconds. */
const ANSWER_WITHIN_MS = 2_000;
/** Within this time the last reply is repeated. */
const FRESH_MS = 1_000;

/** What readiness is judged by, and what Prometheus is told beside it. */
export interface MeasuredFacts extends DatabaseFacts {
  destinations: WaitingForDestinations;
  /** Applications whose sending is on hold. */
  onHold: number;
}

export interface ReadinessProbe {
  /** Replies within ANSWER_WITHIN_MS, whatever the database does. */
  read(): Promise<Readiness>;
  /** Recent figures from the database; null when it did not answer. */
  facts(): Promise<MeasuredFacts | null>;
  close(): Promise<void>;
}

/**
 * To be made when the roles of the process start: what has not worked since then for too long has failed. Uses its own
 * connection, so that a busy pool is not mistaken for an unavailable database, and runs one query at a time.
 */
export function createReadinessProbe(connectionString: string, roles: ReadonlySet<string>): ReadinessProbe {
  const db = createShortQueries(connectionString, 'wardvoice readiness', {
    timeoutMs: ANSWER_WITHIN_MS / 2,
    seesAllApplications: true,
  });
  const startedAt = performance.now();
  let asking: Promise<MeasuredFacts | null> | null = null;
  let last: { at: number; facts: MeasuredFacts | null } | null = null;

  async function facts(): Promise<MeasuredFacts | null> {
    if (last && performance.now() - last.at < FRESH_MS) return last.facts;
    asking ??= withinMs(readFacts(db), ANSWER_WITHIN_MS).then((found) => {
      last = { at: performance.now(), facts: found };
      asking = null;
      return found;
    });
    return asking;
  }

  return {
    facts,
    async read() {
      return assessReadiness({
        receives: roles.has('mllp') || roles.has('web'),
        works: roles.has('worker'),
        startedMsAgo: performance.now() - startedAt,
        facts: await facts(),
        lacksCommits: findBehind() !== null,
        now: Date.now(),
        signals: {
          intake: readWorkSignal('intake'),
          filing: readWorkSignal('filing'),
          processing: readWorkSignal('processing'),
          fetching: readWorkSignal('fetching'),
          sending: readWorkSignal('sending'),
        },
      });
    },
    close: () => db.close(),
  };
}

async function readFacts(db: ShortQueries): Promise<MeasuredFacts> {
  await proveWritable(db);
  const overdue = await findOverdueDeliveries(db);
  return {
    overdueDeliveries: overdue.count,
    oldestOverdueSeconds: overdue.oldest_seconds,
    oldestDueJobSeconds: await findOldestDueJob(db),
    oldestWaitingSeconds: await findOldestWaiting(db),
    destinations: await findWaitingForDestinations(db),
    onHold: await countApplicationsOnHold(db),
  };
}

/** Returns null when the work fails or takes longer. */
function withinMs<T>(work: Promise<T>, ms: number): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}
