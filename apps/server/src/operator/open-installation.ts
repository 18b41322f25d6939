import { loadEnvironment, readConfig, type Config } from '../config.ts';
import { StartFailure, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { findRunningDatabase } from '../platform/db/embedded/find-running.ts';
import { sendThroughProxy } from '../platform/outgoing-proxy.ts';
import type { DatabaseAddresses } from '../plan-backups.ts';
import { findMeantSetting, listUnknown } from '../unknown-settings.ts';

/** Prints a line for the operator. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export interface Installation extends DatabaseAddresses {
  config: Config;
  /** Stops what was started for this command. */
  close(): Promise<void>;
}

/** Reads the settings, and says which of them nobody reads. Throws StartFailure with a line for each that is wrong. */
export function readSettings(): Config {
  const environment = loadEnvironment();
  const read = readConfig(environment);
  if (!read.ok) throw new StartFailure(read.problems.join('\n'));
  sendThroughProxy(read.config.proxy);
  for (const line of describeUnknownSettings(environment)) process.stderr.write(`${line}\n`);
  return read.config;
}

/** A line for each setting that has no effect. */
export function describeUnknownSettings(environment: Record<string, string | undefined>): string[] {
  return listUnknown(environment).map((name) => {
    const meant = findMeantSetting(name);
    return `The setting ${name} is not known and has no effect${meant ? `: did you mean ${meant}?` : '.'}`;
  });
}

/** The database of the settings, else the one that a server has started in the data folder, else that folder's, started for this. */
export async function openInstallation(config: Config): Promise<Installation> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = config;
  const close = async () => undefined;
  if (databaseUrl) {
    const addresses = { ownerConnectionString: databaseOwnerUrl, superuserConnectionString: null };
    return { config, connectionString: databaseUrl, ...addresses, close };
  }
  const running = await findRunningDatabase(dataDir);
  if (running) return { config, ...running, close };
  const started = await startEmbeddedPostgres({ dataDir, log: { info: () => undefined, warn: say } });
  const { connectionString, ownerConnectionString, superuserConnectionString } = started;
  return {
    config,
    connectionString,
    ownerConnectionString,
    superuserConnectionString,
    close: () => started.stop(),
  };
}
