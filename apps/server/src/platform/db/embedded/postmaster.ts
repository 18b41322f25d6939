import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from './postgres-account.ts';
import { isAlive, isPostgresOf } from './process-identity.ts';
import { cannotRun, lastLines, spawnAs } from './run-as.ts';
import { StartFailure } from './start-failure.ts';

/** Recovery after a crash under load replays what was written since the last checkpoint. */
const READY_WITHIN_MS = 120_000;
/** A whole stop takes 30 s at most; what is left of it is done by recovery at the next start. */
const STOP_FAST_WITHIN_MS = 7_000;
/** PostgreSQL itself kills, after 5 s, the backends that do not hear of an immediate stop: those that are suspended. */
const STOP_AT_ONCE_WITHIN_MS = 7_000;
const POLL_MS = 10;

export type PostmasterOptions = {
  program: string;
  account: Account | null;
  folder: string;
  port: number;
  /** false only for databases that are thrown away, as in tests. */
  durable: boolean;
};

/** Modest memory, many small commits. Given at each start, so a new release brings its own. */
function settings({ port, durable }: PostmasterOptions): Record<string, string | number> {
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
    min_wal_size: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    // Complaints about a statement can quote a patient's data; the caller gets them, the log does not.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  };
}

/** Starts PostgreSQL and waits until it takes connections. Throws StartFailure with its own reason when it does not. */
export async function startPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const { program, account, folder } = options;
  const args = Object.entries(settings(options)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawnAs(account, program, ['-D', folder, ...args]);
  const output = lastLines(child);
  const failures: StartFailure[] = [];
  child.once('error', (error) => failures.push(cannotRun(program, error)));
  child.once('close', () => failures.push(new StartFailure(`PostgreSQL did not start: ${output.reason()}`)));

  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isReady(folder, child.pid))) {
    if (failures[0]) throw failures[0];
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      throw new StartFailure(`PostgreSQL was not ready after ${READY_WITHIN_MS / 1000} seconds: ${output.reason()}`);
    }
    await pause(POLL_MS);
  }
  return child;
}

/** Disconnects everybody, writes everything down, and ends; harder when that takes too long. */
export async function stopPostmaster(pid: number): Promise<void> {
  // One that was suspended hears nothing until it is resumed.
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
 * What a killed Wardvoice left behind: a PostgreSQL still at work is stopped in order. A number that now belongs to
 * something else is replaced by ours, for PostgreSQL would refuse to start beside it. The file itself stays: from its
 * other lines PostgreSQL sees whether old processes still hold the memory of this database.
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

/** Below the ports systems hand to outgoing connections, so it is still free when PostgreSQL has to start again. */
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

/** Line 8 of postmaster.pid is where PostgreSQL's own pg_ctl looks too. */
async function isReady(folder: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}
