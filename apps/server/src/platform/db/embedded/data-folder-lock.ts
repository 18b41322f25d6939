import { randomUUID } from 'node:crypto';
import { access, constants, link, mkdir, readFile, realpath, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identifyProcess } from './process-identity.ts';
import { StartFailure } from './start-failure.ts';

/** Makes the data folder where it is missing. Returns its real path. */
export async function openDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new StartFailure(
      `The data folder ${dataDir} cannot be made or written by this user${code}: ` +
        'start Wardvoice as its owner, or set DATA_DIR to a folder that this user may write.',
    );
  }
}

/**
 * Locks the data folder for one Wardvoice. The lock names its process and when that process started, so a lock that a killed
 * process left behind is recognised and taken over. Returns the function that releases the lock.
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const lock = join(dataDir, 'wardvoice.lock');
  const mine = `${process.pid}\n${await identifyProcess(process.pid)}\n`;
  const draft = `${lock}.${randomUUID()}`;
  await writeFile(draft, mine, { mode: 0o600 });
  try {
    while (!(await claims(draft, lock))) await removeIfStale(lock, dataDir);
  } finally {
    await unlink(draft);
  }
  return async () => {
    if ((await read(lock)) === mine) await unlink(lock);
  };
}

async function claims(draft: string, lock: string): Promise<boolean> {
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function removeIfStale(lock: string, dataDir: string): Promise<void> {
  const found = await read(lock);
  if (found === null) return;
  const [pid, identity] = found.split('\n');
  if (Number(pid) > 0 && (await identifyProcess(Number(pid))) === identity) {
    throw new StartFailure(
      `The data folder ${dataDir} is in use by another Wardvoice (process ${pid}): ` +
        'stop that one, give this one another DATA_DIR, or let both share a database with DATABASE_URL.',
    );
  }
  // The old lock is renamed before it is deleted: if a third process has just written its own lock here, that one can be put
  // back.
  const aside = `${lock}.${randomUUID()}`;
  await rename(lock, aside).catch(() => undefined);
  if ((await read(aside)) !== found) await link(aside, lock).catch(() => undefined);
  await unlink(aside).catch(() => undefined);
}

async function read(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}
