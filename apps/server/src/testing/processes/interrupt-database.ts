import { execFile } from 'node:child_process';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { signalProcess } from '../../platform/db/embedded/postmaster.ts';
import type { EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { query } from './wardvoice-processes.ts';

const run = promisify(execFile);

/**
 * - restart: as `pg_ctl restart -m fast` does.
 * - terminate: each connection of ours is ended.
 * - crash: one backend is killed, and PostgreSQL recovers.
 * - kill: the postmaster is killed.
 * - hang: the postmaster and all backends are suspended.
 * - disk-full: nothing can be written any more.
 */
export const INTERRUPTIONS = ['restart', 'terminate', 'crash', 'kill', 'hang', 'disk-full'] as const;
export type Interruption = (typeof INTERRUPTIONS)[number];

export interface Disk {
  folder: string;
  /** True when the folder is a small file system that can really be filled; else the database itself refuses inserts. */
  isReal: boolean;
  remove(): Promise<void>;
}

const DISK_SIZE = '700m';

/**
 * Mounts a small file system on the folder where this user may do so (root, in a container or on a build machine). For an
 * ordinary user, each insert fails instead with the error that PostgreSQL gives when its disk is full (53100).
 */
export async function mountDisk(folder: string, size = DISK_SIZE): Promise<Disk> {
  const isReal = await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  return { folder, isReal, remove: async () => void (isReal && (await run('umount', ['-l', folder]))) };
}

const MAX_START_MS = 60_000;

/**
 * Waits until PostgreSQL answers. Returns the process id of the postmaster. Deliveries that were claimed are still sent while the
 * database is away, so it may still be recovering when the next interruption is due.
 */
async function untilAnswering(postgres: EmbeddedPostgres): Promise<number> {
  for (const begin = performance.now(); performance.now() - begin < MAX_START_MS; await pause(20)) {
    const isThere = await query(postgres, 'select').then(
      () => true,
      () => false,
    );
    if (isThere && postgres.pid !== null) return postgres.pid;
  }
  throw new Error(`PostgreSQL has not answered for ${MAX_START_MS / 1_000} seconds`);
}

/** Interrupts the database. Resolves when the interruption has ended, which may be before the database is ready again. */
export async function interrupt(
  kind: Interruption,
  { postgres, disk, hangMs }: { postgres: EmbeddedPostgres; disk: Disk; hangMs: number },
): Promise<void> {
  const pid = await untilAnswering(postgres);
  if (kind === 'restart') process.kill(pid, 'SIGINT');
  else if (kind === 'kill') process.kill(pid, 'SIGKILL');
  else if (kind === 'crash') process.kill(await findBackend(postgres), 'SIGKILL');
  else if (kind === 'terminate') await terminateConnections(postgres);
  else if (kind === 'hang') {
    const suspended = await suspend(pid);
    await pause(hangMs);
    resume(suspended);
  } else if (disk.isReal) await fillDisk(disk, hangMs);
  else await playFullDisk(postgres, hangMs);
}

const terminateConnections = (postgres: EmbeddedPostgres) =>
  query(postgres, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'wardvoice'`);

/** Returns the process id of a backend that serves Wardvoice, and waits until there is one. */
async function findBackend(postgres: EmbeddedPostgres): Promise<number> {
  for (;;) {
    const [row] = await query<{ pid: number }>(
      postgres,
      `select pid from pg_stat_activity where usename = 'wardvoice' order by random() limit 1`,
    ).catch(() => []);
    if (row) return row.pid;
    await pause(20);
  }
}

/** Suspends the postmaster and all its backends. Returns their process ids. */
export async function suspend(postmaster: number): Promise<number[]> {
  process.kill(postmaster, 'SIGSTOP');
  // The backends are listed after the postmaster was suspended, because then it starts no more.
  const all = [postmaster, ...(await childrenOf(postmaster))];
  for (const pid of all) signalProcess(pid, 'SIGSTOP');
  return all;
}

export function resume(pids: readonly number[]): void {
  for (const pid of pids) signalProcess(pid, 'SIGCONT');
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return { pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
    }),
  );
  return parents.filter((one) => one.parent === parent).map(({ pid }) => pid);
}

/** Keeps the disk full for this time, then frees it. */
async function fillDisk({ folder }: Disk, ms: number): Promise<void> {
  const path = join(folder, 'full');
  const file = await open(path, 'w');
  const block = Buffer.alloc(64 * 1024);
  const until = performance.now() + ms;
  try {
    while (performance.now() < until) {
      const isFull = await file.write(block).then(
        ({ bytesWritten }) => bytesWritten < block.length,
        () => true,
      );
      if (isFull) await pause(20);
    }
  } finally {
    await file.close();
    await rm(path);
  }
}

const WRITTEN_TABLES = ['hl7_messages', 'arrivals', 'deliveries', 'invitations', 'patients', 'write_probe'];

async function playFullDisk(postgres: EmbeddedPostgres, ms: number): Promise<void> {
  await query(
    postgres,
    `create or replace function disk_is_full() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     ${WRITTEN_TABLES.map((table) => `create trigger disk_is_full before insert or update on ${table} execute function disk_is_full();`).join('\n')}`,
  );
  await pause(ms);
  await query(postgres, WRITTEN_TABLES.map((table) => `drop trigger disk_is_full on ${table};`).join('\n'));
}
