import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { findClusterOwner, openClusterFolder } from './embedded/cluster-folder.ts';
import { addressesOf, APPLICATION, OWNER } from './embedded/addresses.ts';
import { loadCredentials, type Credentials } from './embedded/credentials.ts';
import { lockDataFolder, openDataFolder } from './embedded/data-folder-lock.ts';
import { chooseAccount } from './embedded/postgres-account.ts';
import { findBinaries } from './embedded/postgres-binaries.ts';
import { refuseUnfinishedRestore } from './embedded/restore-cluster.ts';
import { findFreePort, signalProcess, startPostmaster, stopOrphan, stopPostmaster } from './embedded/postmaster.ts';
import { StartFailure } from './embedded/start-failure.ts';

export { StartFailure } from './embedded/start-failure.ts';

const RESTART_DELAYS_MS = [0, 200, 500, 1_000, 2_000, 5_000];
/** After PostgreSQL has run for this long, its next unexpected end counts as the first again. */
const STABLE_AFTER_MS = 60_000;

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: { info(message: string): void; warn(message: string): void };
  /** Default: a free port. PostgreSQL listens on 127.0.0.1 only. */
  port?: number;
  /** False for a database that is thrown away: then nothing is forced to disk. */
  durable?: boolean;
};

export type EmbeddedPostgres = {
  /**
   * Connects as the role `wardvoice`, which is no superuser, owns nothing, and for which row-level security holds. The address
   * stays the same when PostgreSQL is restarted.
   */
  connectionString: string;
  /** Connects as the owner of the tables, for migrations. */
  ownerConnectionString: string;
  superuserConnectionString: string;
  port: number;
  /** Process id of the PostgreSQL server; null while it is being started again. */
  readonly pid: number | null;
  /** The listener is called each time PostgreSQL has ended by itself and is ready again. */
  onRestart(listener: () => void): void;
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL server in `dataDir`, and creates its database at the first start. From then on the server is watched:
 * when it ends by itself it is started again. Throws StartFailure with one line that says what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openDataFolder(options.dataDir);
  const unlock = await lockDataFolder(dataDir);
  try {
    return await start({ ...options, dataDir }, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function start(options: EmbeddedPostgresOptions, unlock: () => Promise<void>): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  refuseUnfinishedRestore(dataDir);
  const account = await chooseAccount(await findClusterOwner(dataDir));
  const binaries = await findBinaries(account);
  const credentials = await loadCredentials(dataDir);
  const folder = await openClusterFolder(dataDir, account, binaries, credentials.superuser);
  const orphan = await stopOrphan(folder);
  if (orphan) log.info(`A PostgreSQL left behind by a killed Wardvoice (process ${orphan}) was stopped in order`);

  const port = options.port ?? (await findFreePort());
  const postmaster = { program: binaries.postgres, account, folder, port, durable: options.durable ?? true };
  const supervisor = supervise(await startPostmaster(postmaster), () => startPostmaster(postmaster), log);
  const addresses = addressesOf(credentials, port);
  const { superuserConnectionString } = addresses;
  try {
    await prepareDatabase(superuserConnectionString, credentials);
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  return {
    ...addresses,
    port,
    get pid() {
      return supervisor.pid();
    },
    onRestart: supervisor.onRestart,
    stop: async () => {
      await supervisor.stop();
      await unlock();
    },
  };
}

function supervise(first: ChildProcess, startAgain: () => Promise<ChildProcess>, log: EmbeddedPostgresOptions['log']) {
  const listeners: (() => void)[] = [];
  let child: ChildProcess | null = null;
  let restart: Promise<void> = Promise.resolve();
  let stopping = false;
  let failures = 0;

  const watch = (started: ChildProcess) => {
    child = started;
    const readyAt = Date.now();
    const ended = (code: number | null, signal: string | null) => {
      child = null;
      if (stopping) return;
      if (Date.now() - readyAt > STABLE_AFTER_MS) failures = 0;
      log.warn(`PostgreSQL ended unexpectedly (${signal ?? `exit code ${code}`}); starting it again`);
      restart = bringBack();
    };
    // PostgreSQL may have ended after it was ready and before it was watched.
    if (started.exitCode !== null || started.signalCode !== null) ended(started.exitCode, started.signalCode);
    else started.once('exit', ended);
  };

  const bringBack = async () => {
    while (!stopping) {
      await pause(RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)]);
      failures += 1;
      if (stopping) return;
      try {
        watch(await startAgain());
      } catch (error) {
        log.warn(error instanceof Error ? error.message : String(error));
        continue;
      }
      for (const listener of listeners) listener();
      return;
    }
  };

  // However this process ends, PostgreSQL is told to end, too. Only SIGKILL leaves no time for that.
  const leave = () => {
    if (child?.pid) signalProcess(child.pid, 'SIGINT');
  };
  process.once('exit', leave);
  watch(first);

  return {
    pid: () => child?.pid ?? null,
    onRestart: (listener: () => void) => {
      listeners.push(listener);
    },
    stop: async () => {
      stopping = true;
      await restart;
      if (child?.pid) await stopPostmaster(child.pid);
      process.off('exit', leave);
    },
  };
}

async function prepareDatabase(superuserConnectionString: string, passwords: Credentials): Promise<void> {
  const client = new Client({ connectionString: superuserConnectionString });
  try {
    await client.connect();
    await client.query('BEGIN');
    if (!(await hasRole(client, OWNER))) await makeOwner(client, passwords.owner);
    if (!(await hasRole(client, APPLICATION))) await makeRole(client, APPLICATION, passwords.application);
    await client.query('COMMIT');
    const { rowCount: databases } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [APPLICATION]);
    if (!databases)
      await client.query(`CREATE DATABASE ${escapeIdentifier(APPLICATION)} OWNER ${escapeIdentifier(OWNER)}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartFailure(`PostgreSQL started but refused us: ${reason}`);
  } finally {
    await client.end();
  }
}

const hasRole = async (client: Client, role: string): Promise<boolean> =>
  (await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])).rowCount === 1;

/** In a database from before there were two roles, the program's role owns everything: it becomes the owner. */
async function makeOwner(client: Client, password: string): Promise<void> {
  if (!(await hasRole(client, APPLICATION))) return makeRole(client, OWNER, password);
  await client.query(`ALTER ROLE ${escapeIdentifier(APPLICATION)} RENAME TO ${escapeIdentifier(OWNER)}`);
  await client.query(`ALTER ROLE ${escapeIdentifier(OWNER)} PASSWORD ${escapeLiteral(password)}`);
}

async function makeRole(client: Client, role: string, password: string): Promise<void> {
  await client.query(
    `CREATE ROLE ${escapeIdentifier(role)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS ` +
      `PASSWORD ${escapeLiteral(password)}`,
  );
}
