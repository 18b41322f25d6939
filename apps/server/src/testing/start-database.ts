import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';

/** For tests that kill a whole Wardvoice: starts the database of the given folder, says so in JSON, and waits. */
const [dataDir = ''] = process.argv.slice(2);
try {
  const log = { info: () => undefined, warn: () => undefined };
  const server = await startEmbeddedPostgres({ dataDir, log });
  process.once('SIGTERM', () => void server.stop());
  const { pid, connectionString } = server;
  process.stdout.write(`${JSON.stringify({ pid, connectionString })}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ problem: error instanceof Error ? error.message : String(error) })}\n`);
  process.exitCode = 1;
}
