import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/db/database.ts';

/** What may happen to one transaction. */
export type Fault =
  /** Its connection ends before the commit. */
  | 'lost before commit'
  /** It is committed, and nobody hears of it: the process died, or the line. */
  | 'lost after commit';

export interface FaultPlan {
  /** The first transaction from now on is 0. */
  transaction: number;
  fault: Fault;
}

export interface Faults {
  /** The same database, whose transactions fail as planned. */
  wrap(db: Database): Database;
  /** Replaces what was planned and did not come. */
  plan(plan: FaultPlan | null): void;
  /** Runs once, before the transaction of this number. */
  before(transaction: number, work: () => Promise<void>): void;
  /** Forgets what did not come. */
  clear(): void;
  /** Those that came, in their order. */
  readonly happened: readonly Fault[];
}

/** Failures at commits, where they are worst: chosen by number, so that the same plan always meets the same transaction. */
export function createFaults(): Faults {
  const happened: Fault[] = [];
  let count = 0;
  let planned: FaultPlan | null = null;
  let between: { transaction: number; work: () => Promise<void> } | null = null;

  async function meetWhatIsPlanned(): Promise<Fault | null> {
    const transaction = count;
    count += 1;
    if (between?.transaction === transaction) {
      const { work } = between;
      between = null;
      await work();
    }
    if (planned?.transaction !== transaction) return null;
    const { fault } = planned;
    planned = null;
    return fault;
  }

  return {
    wrap: (db) => ({
      ...db,
      async transaction(scope, work) {
        const fault = await meetWhatIsPlanned();
        if (fault === null) return db.transaction(scope, work);
        happened.push(fault);
        const result = await db.transaction(scope, async (tx) => {
          const done = await work(tx);
          if (fault === 'lost before commit') await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
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
    clear() {
      planned = null;
      between = null;
    },
    happened,
  };
}
