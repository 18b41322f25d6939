import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../../apps/server/src/platform/db/embedded/postmaster.ts';
import { mountDisk, type Disk } from '../../../apps/server/src/testing/processes/interrupt-database.ts';
import { layCable, type Cable } from './cable.ts';

export interface ClusterPlan {
  folder: string;
  /** The folder with PostgreSQL's programs. */
  binaries: string;
  etcdPort: number;
  account: { uid: number; gid: number };
  superuserPassword: string;
  /** Whether a commit waits until a second machine has it. */
  isSynchronous: boolean;
}

/** A machine of the cluster: Patroni, and the PostgreSQL that it looks after. */
export interface Machine {
  name: string;
  /** Where everybody else reaches its PostgreSQL. */
  port: number;
  /** Where it says how it is, also while it is off the network. */
  restPort: number;
  disk: Disk;
  start(): void;
  /** Sends a signal to all processes of the machine. */
  signal(signal: NodeJS.Signals): Promise<void>;
  /** Lets a machine that was suspended go on. Patroni, which would believe that it still leads, begins anew. */
  wake(): Promise<void>;
  /** Takes it off the network: no other machine reaches it, and it does not reach etcd. */
  cut(): void;
  mend(): void;
  /** Starts it anew, without what was on its disk. */
  replace(): Promise<void>;
  remove(): Promise<void>;
}

/** Seconds until a machine that is not heard of loses its lead, the least that Patroni allows. */
const LEAD_SECONDS = 20;

/** Room for about a million messages, and for the WAL that a machine keeps for one that is away. It is memory. */
const DISK_SIZE = '5g';

export async function makeMachine(name: string, plan: ClusterPlan): Promise<Machine> {
  const home = join(plan.folder, name);
  await mkdir(home, { recursive: true });
  const disk = await mountDisk(home, DISK_SIZE);
  await chown(home, plan.account.uid, plan.account.gid);
  const [postgresPort, restPort] = [await findFreePort(), await findFreePort()];
  const toPostgres = await layCable(postgresPort);
  const toRest = await layCable(restPort);
  const toEtcd = await layCable(plan.etcdPort);
  const cables = [toPostgres, toRest, toEtcd];
  const config = join(home, 'patroni.json');
  await writeFile(
    config,
    JSON.stringify(configOf(name, plan, { home, postgresPort, restPort, toPostgres, toRest, toEtcd })),
  );
  let child: ChildProcess | null = null;
  const signal = async (what: NodeJS.Signals) => {
    for (const pid of await processesOf(home, child?.pid)) {
      try {
        process.kill(pid, what);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  const start = () => {
    child = spawn('patroni', [config], { ...plan.account, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    const log = createWriteStream(join(plan.folder, `${name}.log`), { flags: 'a' });
    child.stdout?.pipe(log);
    child.stderr?.pipe(log);
  };
  return {
    name,
    port: toPostgres.port,
    restPort,
    disk,
    start,
    signal,
    async wake() {
      child?.kill('SIGKILL');
      await signal('SIGCONT');
      start();
    },
    async replace() {
      await signal('SIGKILL');
      await rm(join(home, 'data'), { recursive: true, force: true });
      start();
    },
    cut() {
      for (const cable of cables) cable.cut();
    },
    mend() {
      for (const cable of cables) cable.mend();
    },
    async remove() {
      await signal('SIGCONT');
      await signal('SIGKILL');
      for (const cable of cables) cable.close();
      await disk.remove();
    },
  };
}

/** Patroni's configuration; JSON is YAML. */
function configOf(
  name: string,
  { binaries, superuserPassword, isSynchronous }: ClusterPlan,
  at: { home: string; postgresPort: number; restPort: number; toPostgres: Cable; toRest: Cable; toEtcd: Cable },
) {
  const signIn = { password: superuserPassword };
  return {
    scope: 'wardvoice',
    name,
    restapi: { listen: `127.0.0.1:${at.restPort}`, connect_address: `127.0.0.1:${at.toRest.port}` },
    // Patroni would otherwise ask etcd for its address and go there past the cable.
    etcd3: { host: `127.0.0.1:${at.toEtcd.port}`, use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: LEAD_SECONDS,
        loop_wait: 2,
        retry_timeout: 3,
        // A PostgreSQL that ended is not waited for: another takes over.
        primary_start_timeout: 0,
        maximum_lag_on_failover: 64 * 1024 * 1024,
        synchronous_mode: isSynchronous,
        synchronous_mode_strict: isSynchronous,
        postgresql: {
          use_pg_rewind: true,
          remove_data_directory_on_rewind_failure: true,
          remove_data_directory_on_diverged_timelines: true,
          parameters: {
            max_connections: 120,
            shared_buffers: '64MB',
            wal_keep_size: '64MB',
            max_wal_size: '256MB',
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
            jit: 'off',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['host replication all 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      listen: `127.0.0.1:${at.postgresPort}`,
      connect_address: `127.0.0.1:${at.toPostgres.port}`,
      data_dir: join(at.home, 'data'),
      bin_dir: binaries,
      authentication: {
        superuser: { username: 'postgres', ...signIn },
        replication: { username: 'replicator', ...signIn },
        rewind: { username: 'postgres', ...signIn },
      },
      parameters: { unix_socket_directories: at.home },
      // A new standby would otherwise wait for a checkpoint that takes up to five minutes.
      basebackup: [{ checkpoint: 'fast' }],
      pgpass: join(at.home, 'pgpass'),
    },
  };
}

/** Patroni, the PostgreSQL of this folder and all children of both. */
async function processesOf(home: string, patroni: number | undefined): Promise<number[]> {
  const all: { pid: number; parent: number; isOurs: boolean }[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    );
    if (!stat) continue;
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    all.push({ pid: Number(name), parent, isOurs: Number(name) === patroni || (command ?? '').includes(`${home}/`) });
  }
  const found = new Set(all.filter(({ isOurs }) => isOurs).map(({ pid }) => pid));
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}
