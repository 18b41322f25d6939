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
