import { createHash, randomUUID } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { type Account, canReach } from './postgres-account.ts';
import { type Binaries, SHARED_FOLDER, makeSharedFolder } from './postgres-binaries.ts';
import { runAs } from './run-as.ts';
import { StartFailure } from './start-failure.ts';

/** Version of the on-disk format that this PostgreSQL reads. */
const MAJOR_VERSION = '18';

/** Returns who owns the cluster in `dataDir`; null when there is none yet. */
export async function findClusterOwner(dataDir: string): Promise<Account | null> {
  const cluster = join(dataDir, 'postgres');
  const entry = await lstat(cluster).catch(() => null);
  if (!entry) return null;
  const target = await stat(cluster).catch(() => null);
  if (target) return { uid: target.uid, gid: target.gid };
  throw new StartFailure(
    `The database of ${dataDir} was kept in ${await readlink(cluster)}, which is gone: ` +
      `put it back, or remove ${cluster} to start with an empty one.`,
  );
}

/** Returns the real path of the cluster in `dataDir`, and creates the cluster at the first start. */
export async function openClusterFolder(
  dataDir: string,
  account: Account | null,
  binaries: Binaries,
  superuserPassword: string,
): Promise<string> {
  const cluster = join(dataDir, 'postgres');
  await removeDrafts(dataDir);
  if (!(await findClusterOwner(dataDir)))
    await makeCluster(dataDir, account, (draft) => initialize(draft, account, binaries, superuserPassword));
  if (account) await letPass(dataDir, account);
  const folder = await realpath(cluster);
  await checkCluster(folder, account);
  return folder;
}

/**
 * Makes a cluster in `dataDir`. `fill` makes it as the folder `cluster` of the folder that it is given; `makeWay`, if given, runs right
 * before it gets its place.
 */
export async function makeCluster(
  dataDir: string,
  account: Account | null,
  fill: (draft: string) => Promise<void>,
  makeWay: () => Promise<void> = async () => undefined,
): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  if (account) await letPass(dataDir, account);
  const hidden = account !== null && !(await canReach(account, dataDir, 'pass'));
  if (hidden) await makeSharedFolder();
  const home = hidden ? SHARED_FOLDER : dataDir;

  // The cluster is made in a folder of another name and renamed when it is complete, so an interrupted first start leaves nothing
  // that could be taken for a database.
  const draft = join(home, `${draftsOf(dataDir)}${randomUUID()}`);
  await mkdir(draft, { mode: 0o700 });
  try {
    if (account) await chown(draft, account.uid, account.gid);
    await fill(draft);
    await makeWay();
    if (!hidden) return await rename(join(draft, 'cluster'), cluster);
    const place = join(SHARED_FOLDER, `database-${randomUUID()}`);
    await rename(join(draft, 'cluster'), place);
    await symlink(place, cluster);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function initialize(
  draft: string,
  account: Account | null,
  binaries: Binaries,
  superuserPassword: string,
): Promise<void> {
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, superuserPassword, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  await runAs(account, binaries.initdb, [
    `--pgdata=${join(draft, 'cluster')}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
}

/** What the names of a data folder's drafts begin with: drafts of several folders may lie in the shared one. */
const draftsOf = (dataDir: string): string =>
  `postgres-draft-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}-`;

/** Removes what an interrupted first start or restore left behind. The data folder must be locked, and its path the real one. */
export async function removeDrafts(dataDir: string): Promise<void> {
  for (const home of [dataDir, SHARED_FOLDER]) {
    const names = await readdir(home).catch(() => []);
    const drafts = names.filter((name) => name.startsWith(draftsOf(dataDir)));
    for (const name of drafts) await rm(join(home, name), { recursive: true, force: true });
  }
}

/** Lets PostgreSQL's group pass through the data folder. The permissions of the folders above are not changed. */
async function letPass(dataDir: string, account: Account): Promise<void> {
  const found = await stat(dataDir);
  const ours = found.uid === process.getuid?.();
  if (!ours || (await canReach(account, dataDir, 'pass')) || (found.mode & 0o070) !== 0) return;
  await chown(dataDir, found.uid, account.gid);
  await chmod(dataDir, (found.mode & 0o777) | 0o010);
}

/** Refuses a cluster of another user, and of another version of PostgreSQL. */
export async function checkCluster(folder: string, account: Account | null): Promise<void> {
  const owner = await stat(folder);
  const user = account?.uid ?? process.getuid?.() ?? owner.uid;
  if (owner.uid !== user) {
    throw new StartFailure(
      `The database in ${folder} belongs to another user (number ${owner.uid}): ` +
        'start Wardvoice as that user or as root, or give it another DATA_DIR.',
    );
  }
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === MAJOR_VERSION) return;
  throw new StartFailure(
    version
      ? `The database in ${folder} was made by PostgreSQL ${version}, and this Wardvoice brings ${MAJOR_VERSION}: ` +
          'dump it with the release that made it, and restore it into an empty DATA_DIR.'
      : `${folder} holds no PostgreSQL database: move it away to start with an empty one.`,
  );
}
