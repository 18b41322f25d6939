import { execFile } from 'node:child_process';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { signalProcess } from '../platform/db/embedded/postmaster.ts';
import type { EmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { query } from './wardvoice-processes.ts';

const run = promisify(execFile);

/**
 * restart: as `pg_ctl restart -m fast` · terminate: each of our connections is ended · crash: one backend is killed, and
 * PostgreSQL recovers · kill: the postmaster is killed · hang: postmaster and backends are suspended · disk-full: no byte
 * can be written any more.
 */
export const INTERRUPTIONS = ['restart', 'terminate', 'crash', 'kill', 'hang', 'disk-full'] as const;
export type Interruption = (typeof INTERRUPTIONS)[number];

export interface Disk {
  folder: string;
  /** True when it is a file system of its own that can really be filled; else a full disk is played by the database. */
  isReal: boolean;
  remove(): Promise<void>;
}

const DISK_SIZE = '700m';

/**
 * Gives the folder a small file system of its own where this user may mount one (root, in a container or on a build
 * machine). An ordinary user may not: there each insert fails with what PostgreSQL says when its disk is full (53100).
 */
export async function mountDisk(folder: string): Promise<Disk> {
  const isReal = await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=755`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  return { folder, isReal, remove: async () => void (isReal && (await run('umount', ['-l', folder]))) };
}

/** Interrupts the database, and resolves when whatever was done to it from outside is over; not when it is ready again. */
export async function interrupt(
  kind: Interruption,
  { postgres, disk, hangMs }: { postgres: EmbeddedPostgres; disk: Disk; hangMs: number },
): Promise<void> {
  const pid = postgres.pid;
  if (pid === null) throw new Error('PostgreSQL is not running');
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

async function findBackend(postgres: EmbeddedPostgres): Promise<number> {
  const [row] = await query<{ pid: number }>(
    postgres,
    `select pid from pg_stat_activity where usename = 'wardvoice' order by random() limit 1`,
  );
  if (!row) throw new Error('nobody is connected');
  return row.pid;
}

/** Suspends the postmaster and all its backends; returns who they are. */
export async function suspend(postmaster: number): Promise<number[]> {
  process.kill(postmaster, 'SIGSTOP');
  // Asked after it was suspended: it makes no more.
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

/** Fills what is left, again and again, for the time given; then all of it is free at once. */
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
