import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../platform/errors.ts';
import { BackupProblem } from '../backup-problem.ts';
import { MANIFEST_FILE } from '../manifest.ts';
import { isBackupName, SNAPSHOTS, type BackupStore } from './backup-store.ts';

/** A folder whose files only their owner can read. */
export function openFolderStore(folder: string): BackupStore {
  const home = join(folder, SNAPSHOTS);
  const put: BackupStore['put'] = async (name, file, content) => {
    const at = join(home, name);
    await mkdir(at, { recursive: true, mode: 0o700 });
    await writeWhole(join(at, file), content);
  };
  const explain = (error: unknown): never => {
    throw new BackupProblem(
      `The folder ${folder} cannot be written (${codeOf(error) ?? 'unknown'}): check that it is there, has room, and that this user may write it.`,
    );
  };
  return {
    place: folder,
    put: (name, file, content) => put(name, file, content).catch(explain),
    async get(name, file) {
      try {
        return await readFile(join(home, name, file));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw new BackupProblem(
          `${join(home, name, file)} cannot be read (${codeOf(error) ?? 'unknown'}): start as a user who may.`,
        );
      }
    },
    async list() {
      const found = await readdir(home).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return [];
        throw new BackupProblem(`${home} cannot be read (${codeOf(error) ?? 'unknown'}): start as a user who may.`);
      });
      return found.filter(isBackupName).sort((one, other) => (one < other ? -1 : 1));
    },
    async remove(name) {
      await rm(join(home, name, MANIFEST_FILE), { force: true });
      await rm(join(home, name), { recursive: true, force: true });
    },
    async check() {
      const probe = join(home, `.${randomUUID()}`);
      await mkdir(home, { recursive: true, mode: 0o700 })
        .then(() => writeWhole(probe, Buffer.from('')))
        .then(() => unlink(probe))
        .catch(explain);
    },
  };
}

/** Written under another name and on the disk before it gets its own, so that a crash leaves no half of it. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
