import type { Tx } from '../platform/db/database.ts';
import { within } from './builders.ts';
import type { TestApplication, TestServer } from './test-server.ts';

/** Runs `work` in a transaction that is committed when the function that it returns is called. */
export async function openTransaction(
  server: TestServer,
  application: TestApplication,
  work: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  let commit: () => void = () => undefined;
  let committed: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    committed = within(server, application, async (tx) => {
      await work(tx);
      await new Promise<void>((resolve) => {
        commit = resolve;
        begun();
      });
    });
  });
  return async () => {
    commit();
    await committed;
  };
}

/** The number of statements of a server's database that wait for a lock of another transaction. */
export async function countWaiting({ ctx }: TestServer): Promise<number> {
  const { rows } = await ctx.db.pool.query(
    `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0].n as number;
}
