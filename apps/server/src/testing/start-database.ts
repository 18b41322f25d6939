import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';

/** A program for tests that kill a whole Wardvoice: starts the database of the given folder, reports that in JSON, and waits. */
const [dataDir = ''] = process.argv.slice(2);
try {
  const log = { info: () => undefined, warn: () => undefined };
  const server = await startEmbeddedPostgres({ dataDir, log });
  process.once('SIGTERM', () => void server.stop());
  const { pid, ownerConnectionString } = server;
  process.stdout.write(`${JSON.stringify({ pid, ownerConnectionString })}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ problem: error instanceof Error ? error.message : String(error) })}\n`);
  process.exitCode = 1;
}
