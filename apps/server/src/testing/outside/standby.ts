import { chmod, chown, cp, mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findClusterOwner } from '../../platform/db/embedded/cluster-folder.ts';
import { findBinaries } from '../../platform/db/embedded/postgres-binaries.ts';
import { findFreePort, startPostmaster, stopPostmaster } from '../../platform/db/embedded/postmaster.ts';
import type { EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';

export interface Standby {
  port: number;
  /** Process id of its postmaster. */
  pid: number;
  superuserConnectionString: string;
  /** From now on it gets nothing of what the primary commits, and the primary does not wait for it. */
  cutOff(): Promise<void>;
  /** Makes it accept writes, as whoever looks after a cluster does when the primary is lost. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const POLL_MS = 50;
/** Files that belong to the running primary alone. */
const OF_THE_PRIMARY = ['postmaster.pid', 'postmaster.opts', 'backup_label'];

/**
 * Starts a standby of this PostgreSQL beside it. From then on a commit waits until the standby has it too, so what was acknowledged
 * is on both. Made with what PostgreSQL offers in SQL, because the npm package brings no pg_basebackup.
 */
export async function startStandby(primary: EmbeddedPostgres, primaryDataDir: string): Promise<Standby> {
  const account = await findClusterOwner(primaryDataDir);
  const { postgres: program } = await findBinaries(account);
  const from = await realpath(join(primaryDataDir, 'postgres'));
  const folder = `${from}-standby`;
  const client = new pg.Client({ connectionString: primary.superuserConnectionString });
  await client.connect();
  try {
    await client.query(`alter system set wal_keep_size = '512MB'`);
    await client.query('select pg_reload_conf()');
    await client.query(`select pg_backup_start('standby', true)`);
    await cp(from, folder, { recursive: true, preserveTimestamps: true });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    for (const file of OF_THE_PRIMARY) await rm(join(folder, file), { force: true });
    await writeFile(join(folder, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(folder, 'standby.signal'), '');
    const { username, password } = new URL(primary.superuserConnectionString);
    const follow = `host=127.0.0.1 port=${primary.port} user=${username} password=${decodeURIComponent(password)} application_name=standby`;
    await writeFile(join(folder, 'postgresql.auto.conf'), `wal_keep_size = '512MB'\nprimary_conninfo = '${follow}'\n`);
    await giveTo(folder, await stat(from));
    const port = await findFreePort();
    const child = await startPostmaster({ program, account, folder, port, durable: false });
    await client.query(`alter system set synchronous_standby_names = 'ANY 1 (standby)'`);
    await client.query('select pg_reload_conf()');
    const url = new URL(primary.superuserConnectionString);
    url.port = String(port);
    const pid = child.pid ?? 0;
    return {
      port,
      pid,
      superuserConnectionString: url.href,
      async cutOff() {
        await run(primary.superuserConnectionString, `alter system set synchronous_standby_names = ''`, RELOAD);
        await run(url.href, `alter system set primary_conninfo = ''`, RELOAD);
        for (let isCut = false; !isCut; await pause(POLL_MS))
          isCut = (await run(url.href, 'select from pg_stat_wal_receiver')) === 0;
      },
      promote: async () => void (await run(url.href, 'select pg_promote()')),
      stop: () => stopPostmaster(pid),
    };
  } finally {
    await client.end();
  }
}

const RELOAD = 'select pg_reload_conf()';

/** Runs the statements on a connection of their own. Returns the number of rows of the last. */
async function run(superuserConnectionString: string, ...statements: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: superuserConnectionString });
  await client.connect();
  let rows = 0;
  for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0;
  await client.end();
  return rows;
}

/** PostgreSQL starts only in a folder of its own user. */
async function giveTo(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await chmod(folder, 0o700);
  await mkdir(join(folder, 'pg_replslot'), { recursive: true });
  if (process.getuid?.() === uid) return;
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), uid, gid);
}
