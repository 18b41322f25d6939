import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from '../../../apps/server/src/platform/db/embedded/postgres-account.ts';
import { findFreePort } from '../../../apps/server/src/platform/db/embedded/postmaster.ts';
import { makeMachine, type ClusterPlan, type Machine } from './machine.ts';

export interface Cluster {
  machines: readonly Machine[];
  /** The addresses of all machines in one. */
  connectionString: string;
  ownerConnectionString: string;
  superuserConnectionString: string;
  primary(): Promise<Machine>;
  /**
   * Resolves when one machine leads and the two others follow it, with the names of those that had to be replaced: a standby that does
   * not follow again by itself is started anew without its data, as an operator does with `patronictl reinit`.
   */
  untilWhole(): Promise<string[]>;
  remove(): Promise<void>;
}

const NAMES = ['north', 'south', 'west'];
const WHOLE_WITHIN_MS = 180_000;
/** A standby that does not follow for so long is replaced. */
const REPLACED_AFTER_MS = 60_000;
const POLL_MS = 250;

/** Returns the newest PostgreSQL of Debian's packages; null: one of the programs is not installed. */
export function findPrograms(): { binaries: string } | null {
  const versions = listFolder('/usr/lib/postgresql').sort((one, other) => Number(other) - Number(one));
  const binaries = versions.map((version) => `/usr/lib/postgresql/${version}/bin`)[0];
  const isThere = (name: string) => process.env['PATH']?.split(':').some((folder) => isFile(join(folder, name)));
  return binaries && isThere('patroni') && isThere('etcd') && process.getuid?.() === 0 ? { binaries } : null;
}

const listFolder = (path: string): string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Starts etcd and three machines with Patroni, all on this one, and makes the database and its two roles. */
export async function startCluster(folder: string, binaries: string, isSynchronous: boolean): Promise<Cluster> {
  const account = await chooseAccount(null);
  if (!account) throw new Error('the cluster is run as root, because PostgreSQL needs an account of its own');
  await chmod(folder, 0o755);
  const etcd = await startEtcd(join(folder, 'etcd'), account);
  const superuserPassword = randomBytes(12).toString('hex');
  const plan: ClusterPlan = { folder, binaries, account, etcdPort: etcd.port, superuserPassword, isSynchronous };
  const machines: Machine[] = [];
  for (const name of NAMES) machines.push(await makeMachine(name, plan));
  const hosts = machines.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const cluster: Cluster = {
    machines,
    connectionString: `postgres://wardvoice:program@${hosts}/wardvoice`,
    ownerConnectionString: `postgres://wardvoice_owner:owner@${hosts}/wardvoice`,
    superuserConnectionString: `postgres://postgres:${superuserPassword}@${hosts}/postgres`,
    primary: () => findPrimary(machines),
    untilWhole: () => untilWhole(machines),
    async remove() {
      for (const machine of machines) await machine.remove();
      etcd.stop();
    },
  };
  try {
    machines[0]?.start();
    await until(async () => (await statesOf(machines)).some(isLeading));
    for (const machine of machines.slice(1)) machine.start();
    await untilWhole(machines);
    await makeDatabase(await findPrimary(machines), superuserPassword);
  } catch (error) {
    await cluster.remove();
    throw error;
  }
  return cluster;
}

async function startEtcd(folder: string, account: { uid: number; gid: number }) {
  await mkdir(folder);
  await chown(folder, account.uid, account.gid);
  const [port, peers] = [await findFreePort(), await findFreePort()];
  const [own, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`];
  const args = [
    `--data-dir=${folder}/data`,
    `--listen-client-urls=${own}`,
    `--advertise-client-urls=${own}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ];
  const child = spawn('etcd', args, { ...account, cwd: folder, stdio: 'ignore' });
  return { port, stop: () => void child.kill('SIGKILL') };
}

async function makeDatabase({ port }: Machine, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` });
  await client.connect();
  await client.query(`create role wardvoice_owner login password 'owner'`);
  await client.query(`create role wardvoice login password 'program'`);
  await client.query('create database wardvoice owner wardvoice_owner');
  await client.end();
}

interface State {
  role: string;
  state: string;
  /** Who follows the machine, by the names of the machines. */
  replication?: { application_name: string; state: string }[];
}

const isLeading = (state: State | null) => state?.state === 'running' && ['master', 'primary'].includes(state.role);

const statesOf = (machines: readonly Machine[]): Promise<(State | null)[]> =>
  Promise.all(
    machines.map(({ restPort }) =>
      fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(2_000) }).then(
        async (answer) => (await answer.json()) as State,
        () => null,
      ),
    ),
  );

async function findPrimary(machines: readonly Machine[]): Promise<Machine> {
  let found: Machine | undefined;
  await until(async () => {
    const states = await statesOf(machines);
    found = machines[states.findIndex(isLeading)];
    return found !== undefined;
  });
  if (!found) throw new Error('no machine leads');
  return found;
}

async function untilWhole(machines: readonly Machine[]): Promise<string[]> {
  const isWhole = async () => (await findStragglers(machines))?.length === 0;
  if (await holdsWithin(REPLACED_AFTER_MS, isWhole)) return [];
  const stragglers = (await findStragglers(machines)) ?? [];
  for (const machine of stragglers) await machine.replace();
  await until(isWhole);
  return stragglers.map(({ name }) => name);
}

/** Returns the machines that neither lead nor follow; null: it is not one machine that leads. */
async function findStragglers(machines: readonly Machine[]): Promise<Machine[] | null> {
  const states = await statesOf(machines);
  const leader = states.find(isLeading);
  if (states.filter(isLeading).length !== 1 || !leader) return null;
  const following = new Set(
    leader.replication?.filter(({ state }) => state === 'streaming').map((other) => other.application_name),
  );
  return machines.filter(({ name }, at) => !isLeading(states[at] ?? null) && !following.has(name));
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  if (await holdsWithin(WHOLE_WITHIN_MS, isSo)) return;
  throw new Error(`the cluster was not whole within ${WHOLE_WITHIN_MS / 1_000} seconds`);
}

async function holdsWithin(milliseconds: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const begin = performance.now(); performance.now() - begin < milliseconds; await pause(POLL_MS))
    if (await isSo()) return true;
  return false;
}
