import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from './postgres-account.ts';
import { isAlive, isPostgresOf } from './process-identity.ts';
import { cannotRun, lastLines, spawnAs } from './run-as.ts';
import { StartFailure } from './start-failure.ts';

/** After a crash, PostgreSQL first replays everything that was written since the last checkpoint. */
const READY_WITHIN_MS = 120_000;
/** A restore replays the log of days. */
const RECOVERED_WITHIN_MS = 24 * 3_600_000;
/** Stopping the whole server takes 30 s at most. A PostgreSQL that did not finish recovers at the next start. */
const STOP_FAST_WITHIN_MS = 7_000;
/** 5 s after an immediate stop PostgreSQL itself kills the backends that have not reacted because they are suspended. */
const STOP_AT_ONCE_WITHIN_MS = 7_000;
const POLL_MS = 10;

export type PostmasterOptions = {
  program: string;
  account: Account | null;
  folder: string;
  port: number;
  /** False only for databases that are thrown away, as in tests. */
  durable: boolean;
  /** Given when the log is to be replayed until this moment, or to its end. */
  recovery?: { until: Date | null };
};

/** Settings for little memory and many small commits. They are given at each start, so a new release applies its own. */
function settings({ port, durable, recovery }: PostmasterOptions): Record<string, string | number> {
  return {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    wal_buffers: '16MB',
    min_wal_size: '1GB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    // An error about a statement can quote a patient's data: it is returned to the caller and not logged.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(recovery && {
      // The log is in its folder already: what is to be fetched from elsewhere is not there.
      restore_command: 'exit 1',
      // Else PostgreSQL would be called ready before all is replayed, when it can be read but not written.
      hot_standby: 'off',
      recovery_target_timeline: 'current',
      recovery_target_action: 'promote',
      // PostgreSQL does not know the names of zones yet when it reads this, not even Z.
      ...(recovery.until && { recovery_target_time: recovery.until.toISOString().replace('Z', '+00') }),
    }),
  };
}

/**
 * Starts PostgreSQL and waits until it accepts connections. When it does not, throws StartFailure with the reason that PostgreSQL
 * gave.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const { program, account, folder, recovery } = options;
  const withinMs = recovery ? RECOVERED_WITHIN_MS : READY_WITHIN_MS;
  const args = Object.entries(settings(options)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawnAs(account, program, ['-D', folder, ...args]);
  const output = lastLines(child);
  const failures: StartFailure[] = [];
  child.once('error', (error) => failures.push(cannotRun(program, error)));
  child.once('close', () => failures.push(new StartFailure(`PostgreSQL did not start: ${output.reason()}`)));

  // A process that ends meanwhile leaves no PostgreSQL behind.
  const leave = () => child.kill('SIGINT');
  process.once('exit', leave);
  const deadline = Date.now() + withinMs;
  try {
    while (!(await isReady(folder, child.pid))) {
      if (failures[0]) throw failures[0];
      if (Date.now() > deadline) {
        child.kill('SIGQUIT');
        throw new StartFailure(`PostgreSQL was not ready after ${withinMs / 1000} seconds: ${output.reason()}`);
      }
      await pause(POLL_MS);
    }
  } finally {
    process.off('exit', leave);
  }
  return child;
}

/**
 * Stops PostgreSQL: connections are closed and everything is written to disk. A stop that takes too long is followed by a harder
 * one.
 */
export async function stopPostmaster(pid: number): Promise<void> {
  // A suspended process does not react to signals until it is resumed.
  signalProcess(pid, 'SIGCONT');
  for (const [signal, withinMs] of [
    ['SIGINT', STOP_FAST_WITHIN_MS],
    ['SIGQUIT', STOP_AT_ONCE_WITHIN_MS],
    ['SIGKILL', 1_000],
  ] as const) {
    if (!signalProcess(pid, signal)) return;
    const deadline = Date.now() + withinMs;
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return;
      await pause(POLL_MS);
    }
  }
}

export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * Stops a PostgreSQL that a killed Wardvoice left running. When the process id in postmaster.pid now belongs to another program,
 * it is replaced by our own, because PostgreSQL would refuse to start while that program runs. The file itself is kept: its other
 * lines tell PostgreSQL whether old processes still hold the shared memory of this database.
 */
export async function stopOrphan(folder: string): Promise<number | null> {
  const file = join(folder, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!pid || !isAlive(pid)) return null;
  if (await isPostgresOf(folder, pid)) {
    await stopPostmaster(pid);
    return pid;
  }
  await writeFile(file, text.replace(/^\d+/, String(process.pid)));
  return null;
}

/**
 * Finds a free port below the range that operating systems use for outgoing connections, so the port is still free when
 * PostgreSQL has to be started again.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    if (await isFree(port)) return port;
  }
  throw new StartFailure('No free port was found on 127.0.0.1 for PostgreSQL: stop something, or set DATABASE_URL.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Reads the status from line 8 of postmaster.pid, as PostgreSQL's own pg_ctl does. */
async function isReady(folder: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}
