import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { addressesOf, type EmbeddedAddresses } from './addresses.ts';
import { checkCluster, findClusterOwner, makeCluster, removeDrafts } from './cluster-folder.ts';
import { PASSWORDS_FILE, putCredentials, readCredentials } from './credentials.ts';
import { lockDataFolder, openDataFolder } from './data-folder-lock.ts';
import { chooseAccount, type Account } from './postgres-account.ts';
import { findBinaries } from './postgres-binaries.ts';
import {
  findFreePort,
  signalProcess,
  startPostmaster,
  stopOrphan,
  stopPostmaster,
  type PostmasterOptions,
} from './postmaster.ts';
import { StartFailure } from './start-failure.ts';

/** Where a cluster comes from. */
export interface ClusterSource {
  /** What its roles sign in with, as the data folder of the time kept it. */
  passwords: string;
  /** Writes the files of the cluster into this folder, and the log into its pg_wal. */
  unpack(folder: string): Promise<void>;
  /** The moment to restore; null: the end of the log. */
  until: Date | null;
  /** Does what is to be done before anybody can use the restored database. */
  finish(addresses: EmbeddedAddresses): Promise<void>;
}

export interface RestoredCluster {
  /** When the last transaction that was replayed was committed; null: none was. */
  lastCommitAt: Date | null;
  /** Folder that the cluster of before was moved to; null: there was none. */
  setAside: string | null;
}

/** While it is there, the folder has no cluster, or one in whose place another was to be. */
const UNFINISHED_FILE = 'restore-unfinished';
const UNREACHED = /before configured recovery target was reached/;

export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED_FILE)))
    throw new StartFailure(
      `A restore into ${dataDir} was interrupted: run it again with --replace. What was there before is in a folder beside, before-restore-….`,
    );
}

/**
 * Restores a cluster into `dataDir`: its files, the log up to a moment, and what `finish` does, all in a folder beside. Only then does
 * it get its place; until then the cluster of before, if any, is as it was. That one is moved aside, and never removed.
 */
export async function restoreCluster(
  { dataDir: given, replaces, now }: { dataDir: string; replaces: boolean; now: Date },
  source: ClusterSource,
): Promise<RestoredCluster> {
  const dataDir = await openDataFolder(given);
  const unlock = await lockDataFolder(dataDir);
  try {
    await removeDrafts(dataDir);
    const isThere = existsSync(join(dataDir, 'postgres'));
    if (isThere && !replaces)
      throw new StartFailure(
        `${dataDir} has a database: name another DATA_DIR, or add --replace, which moves it aside within that folder.`,
      );
    const owner = await findClusterOwner(dataDir);
    if (isThere) await stopOrphan(await realpath(join(dataDir, 'postgres')));
    const account = await chooseAccount(owner);
    let lastCommitAt: Date | null = null;
    let setAside: string | null = null;
    const fill = async (draft: string) => {
      lastCommitAt = await recover(join(draft, 'cluster'), account, source);
    };
    const makeWay = async () => {
      await writeFile(join(dataDir, UNFINISHED_FILE), '', { flush: true });
      setAside = await moveAside(dataDir, now);
      await putCredentials(dataDir, source.passwords);
    };
    await makeCluster(dataDir, account, fill, makeWay);
    await rm(join(dataDir, UNFINISHED_FILE));
    return { lastCommitAt, setAside };
  } finally {
    await unlock();
  }
}

async function moveAside(dataDir: string, now: Date): Promise<string | null> {
  const stamp = now.toISOString().replaceAll(/[-:]|[.]\d+/g, '');
  const folder = join(dataDir, `before-restore-${stamp}`);
  const there = ['postgres', PASSWORDS_FILE].filter((name) => existsSync(join(dataDir, name)));
  if (there.length === 0) return null;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of there) await rename(join(dataDir, name), join(folder, name));
  return folder;
}

/** Replays the log, lets `finish` work, and stops the database in order. */
async function recover(folder: string, account: Account | null, source: ClusterSource): Promise<Date | null> {
  const { postgres: program } = await findBinaries(account);
  await mkdir(folder, { mode: 0o700 });
  await source.unpack(folder);
  await writeFile(join(folder, 'recovery.signal'), '');
  if (account) await giveTo(account, folder);
  await checkCluster(folder, account);
  const port = await findFreePort();
  const postmaster = { program, account, folder, port, durable: true };
  const child = await startRecovery(postmaster, source.until);
  // However this process ends, PostgreSQL is told to end, too.
  const leave = () => child.pid && signalProcess(child.pid, 'SIGINT');
  process.once('exit', leave);
  const addresses = addressesOf(readCredentials(source.passwords), port);
  try {
    const lastCommitAt = await readLastCommit(addresses.superuserConnectionString);
    await source.finish(addresses);
    await onServer(addresses.superuserConnectionString, (client) => client.query('checkpoint'));
    return lastCommitAt;
  } finally {
    if (child.pid) await stopPostmaster(child.pid);
    process.off('exit', leave);
  }
}

/** Where nothing was committed after the moment, PostgreSQL does not find it: then all of the log is from before it. */
async function startRecovery(postmaster: Omit<PostmasterOptions, 'recovery'>, until: Date | null) {
  try {
    return await startPostmaster({ ...postmaster, recovery: { until } });
  } catch (error) {
    if (until === null || !(error instanceof StartFailure) || !UNREACHED.test(error.message)) throw error;
    return startPostmaster({ ...postmaster, recovery: { until: null } });
  }
}

const readLastCommit = (connectionString: string): Promise<Date | null> =>
  onServer(connectionString, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return rows[0]?.at ?? null;
  });

async function onServer<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function giveTo({ uid, gid }: Account, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid);
  await chown(folder, uid, gid);
}
