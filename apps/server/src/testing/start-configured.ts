import { readConfig } from '../config.ts';
import { startServer, type RunningServer } from '../start-server.ts';
import type { TestServer } from './test-server.ts';

/** Starts a server as `npm start` does with these settings, on a database of tests. Throws when a setting is refused. */
export async function startConfigured(
  { connectionString, ctx }: TestServer,
  settings: Record<string, string>,
): Promise<RunningServer> {
  const read = readConfig(settings);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return startServer(read.config, {
    database: { connectionString, ownerConnectionString: null, superuserConnectionString: null },
    wal: null,
    onLostKeys: () => undefined,
    log: ctx.log,
    version: '0',
  });
}
