import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/db/database.ts';

/** What may happen to a transaction. */
export type Fault =
  /** The connection ends before the commit. */
  | 'lost before commit'
  /** The transaction is committed, and its caller does not learn of it because the connection or the process ends. */
  | 'lost after commit'
  /** The process ends before the commit. Whoever runs the job again knows nothing of what the first run did. */
  | 'process dies';

export interface FaultPlan {
  /** Number of the transaction, counted from now; the first is 0. */
  transaction: number;
  fault: Fault;
}

export interface Faults {
  /** Returns the same database, whose transactions fail as planned. */
  wrap(db: Database): Database;
  /** Replaces the previous plan, if it has not happened. */
  plan(plan: FaultPlan | null): void;
  /** Runs `work` once, before the transaction of this number, or before the first one after it that holdBack() does not cover. */
  before(transaction: number, work: () => Promise<void>): void;
  /** Runs `work` once, after the first commit for which `isDue` returns true. */
  afterCommit(isDue: () => Promise<boolean>, work: () => Promise<void>): void;
  /** Runs `work`, and postpones until its end whatever was planned before or after a transaction. */
  holdBack<T>(work: () => Promise<T>): Promise<T>;
  /** Discards the plans that have not happened. */
  clear(): void;
  /** Number of transactions that have begun. */
  readonly transactions: number;
  /** Faults that have happened, in order. */
  readonly happened: readonly Fault[];
}

/**
 * Makes transactions fail at their commit, which is the worst place. They are chosen by number, so that the same plan always
 * meets the same transaction.
 */
export function createFaults(): Faults {
  const happened: Fault[] = [];
  let count = 0;
  let total = 0;
  let planned: FaultPlan | null = null;
  let between: { transaction: number; work: () => Promise<void> } | null = null;
  let holding = 0;
  let awaited: { isDue: () => Promise<boolean>; work: () => Promise<void> } | null = null;

  async function meetWhatIsPlanned(): Promise<Fault | null> {
    const transaction = count;
    count += 1;
    total += 1;
    if (between && transaction >= between.transaction && holding === 0) {
      const { work } = between;
      between = null;
      await work();
    }
    if (planned?.transaction !== transaction) return null;
    const { fault } = planned;
    planned = null;
    return fault;
  }

  async function meetWhatIsAwaited(): Promise<void> {
    const current = awaited;
    if (!current || holding > 0 || !(await current.isDue()) || awaited !== current) return;
    awaited = null;
    await current.work();
  }

  return {
    wrap: (db) => ({
      ...db,
      async transaction(scope, work) {
        const fault = await meetWhatIsPlanned();
        if (fault === null) {
          const result = await db.transaction(scope, work);
          await meetWhatIsAwaited();
          return result;
        }
        happened.push(fault);
        const result = await db.transaction(scope, async (tx) => {
          const done = await work(tx);
          if (fault === 'lost before commit') await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
          // This is no error of the database, so only the queue tries the job again.
          if (fault === 'process dies') throw new Error('a simulated end of the process');
          return done;
        });
        if (fault === 'lost after commit')
          throw Object.assign(new Error('terminating connection due to a simulated crash'), { code: '57P01' });
        return result;
      },
    }),
    plan(plan) {
      count = 0;
      planned = plan;
    },
    before(transaction, work) {
      count = 0;
      between = { transaction, work };
    },
    afterCommit(isDue, work) {
      awaited = { isDue, work };
    },
    async holdBack(work) {
      holding += 1;
      try {
        return await work();
      } finally {
        holding -= 1;
      }
    },
    clear() {
      planned = null;
      between = null;
      awaited = null;
    },
    get transactions() {
      return total;
    },
    happened,
  };
}
