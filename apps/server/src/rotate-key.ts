import { parseArgs } from 'node:util';
import { loadEnvironment, readConfig, type Config } from './config.ts';
import { describeKeys, openKeyStore, retireKeys, rotateKeys, startOver } from './features/key-rotation/index.ts';
import { openDatabase } from './platform/db/database.ts';
import { StartFailure, startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { findRunningDatabase } from './platform/db/embedded/find-running.ts';
import { newSecretKey } from './platform/keys/secret-key-file.ts';
import { createLog } from './platform/log.ts';

/** Replaces the keys, or says what needs them: docs/operations.md, "Changing the key". The server may run meanwhile. */

const OPTIONS = {
  status: { type: 'boolean', default: false },
  retire: { type: 'boolean', default: false },
  'start-over': { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const read = readConfig(loadEnvironment());
  if (!read.ok) throw new StartFailure(read.problems.join('\n'));
  const { config } = read;
  // What happens is said in sentences; the log is for what should not.
  const log = createLog('error');
  const { connectionString, stop } = await findDatabase(config);
  const db = openDatabase(connectionString, log, 4);
  const options = { db, log, store: openKeyStore(config), say };
  try {
    if (values.status) (await describeKeys(options)).forEach(say);
    else if (values.retire) await retireKeys(options, positionals[0] ?? null);
    else if (values['start-over']) await startOver(options);
    else if (!(await rotateKeys(options))) sayWhatToSet();
  } finally {
    await db.close();
    await stop();
  }
}

/** The database of the settings, else the one that a server has started in the data folder, else that folder's, started for this. */
async function findDatabase({
  databaseUrl,
  dataDir,
}: Config): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  const running = databaseUrl ?? (await findRunningDatabase(dataDir));
  if (running) return { connectionString: running, stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir, log: { info: () => undefined, warn: say } });
}

function sayWhatToSet(): void {
  say('The secret key is a setting, so it has to be changed there. For all processes set');
  say(`  SECRET_KEY=${newSecretKey()}`);
  say('  SECRET_KEY_BEFORE= the key that SECRET_KEY is now');
  say('and restart them, one after the other. Then run npm run rotate-key again, with the same settings.');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
