import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';

/** A real PostgreSQL that is thrown away at the end, for a run outside of the tests. */
export async function startOwnDatabase(): Promise<{ database: TestDatabase; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wardvoice-simulation-'));
  const log = { info: () => undefined, warn: (message: string) => process.stderr.write(`${message}\n`) };
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  await migrate(postgres.connectionString);
  const { connectionString, superuserConnectionString } = postgres;
  return {
    database: {
      connectionString,
      superuserConnectionString: inDatabase(superuserConnectionString, new URL(connectionString).pathname),
      drop: async () => undefined,
    },
    async stop() {
      await postgres.stop();
      await rm(await realpath(join(dataDir, 'postgres')), { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function inDatabase(connectionString: string, pathname: string): string {
  const url = new URL(connectionString);
  url.pathname = pathname;
  return url.href;
}
