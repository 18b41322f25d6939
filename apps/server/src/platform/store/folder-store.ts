import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../errors.ts';
import { StoreProblem, type FileDraft, type FileStore } from './file-store.ts';

/** A folder whose files only their owner can read. `home` is the folder in it that paths are within. */
export function openFolderStore(folder: string, home: string): FileStore {
  const explain = (error: unknown): never => {
    throw new StoreProblem(
      `The folder ${folder} cannot be written (${codeOf(error) ?? 'unknown'}): check that it is there, has room, and that this user may write it.`,
    );
  };
  const unreadable = (path: string, error: unknown) =>
    new StoreProblem(`${path} cannot be read (${codeOf(error) ?? 'unknown'}): start as a user who may.`);
  const write = async (path: string): Promise<FileDraft> => {
    const draft = await openDraft(join(home, path)).catch(explain);
    return {
      write: (piece) => draft.write(piece).catch(explain),
      finish: () => draft.finish().catch(explain),
      discard: () => draft.discard().catch(explain),
    };
  };
  const list = (path: string): Promise<string[]> =>
    readdir(join(home, path)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw unreadable(join(home, path), error);
    });
  return {
    place: folder,
    write,
    async put(path, content) {
      const draft = await write(path);
      await draft.write(content);
      await draft.finish();
    },
    async get(path) {
      try {
        return await readFile(join(home, path));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw unreadable(join(home, path), error);
      }
    },
    async read(path) {
      const file = await open(join(home, path)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw unreadable(join(home, path), error);
      });
      return file && createReadStream('', { fd: file });
    },
    listFolders: (path) => list(path),
    listFiles: (path) => list(path),
    remove: (path) => rm(join(home, path), { force: true }).catch(explain),
    removeFolder: (path) => rm(join(home, path), { recursive: true, force: true }).catch(explain),
    async check() {
      const probe = join(home, `.${randomUUID()}`);
      await openDraft(probe)
        .then((draft) => draft.finish())
        .then(() => unlink(probe))
        .catch(explain);
    },
  };
}

/** Written under another name and on the disk before it gets its own, so that a crash leaves no half of it. */
async function openDraft(path: string): Promise<FileDraft> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  return {
    write: (piece) => file.writeFile(piece),
    async finish() {
      await file.sync();
      await file.close();
      await rename(draft, path);
    },
    async discard() {
      await file.close();
      await rm(draft, { force: true });
    },
  };
}
