import { StoreProblem, type FileStore } from '../../../platform/store/file-store.ts';
import { openFileStore } from '../../../platform/store/open-file-store.ts';
import { BackupProblem } from '../backup-problem.ts';
import { MANIFEST_FILE } from '../manifest.ts';
import { isBackupName, SNAPSHOTS, type BackupStore } from './backup-store.ts';

/** Opens a store by its address: s3://…, file:///… or the path of a folder. */
export function openBackupStore(address: string, environment: NodeJS.ProcessEnv = process.env): BackupStore {
  const files = open(address, environment);
  return {
    place: files.place,
    put: (name, file, content) => files.put(`${name}/${file}`, content).catch(asBackupProblem),
    get: (name, file) => files.get(`${name}/${file}`).catch(asBackupProblem),
    async list() {
      const folders = await files.listFolders('').catch(asBackupProblem);
      return folders.filter(isBackupName).sort((one, other) => (one < other ? -1 : 1));
    },
    async remove(name) {
      await files.remove(`${name}/${MANIFEST_FILE}`).catch(asBackupProblem);
      await files.removeFolder(name).catch(asBackupProblem);
    },
    check: () => files.check().catch(asBackupProblem),
  };
}

function open(address: string, environment: NodeJS.ProcessEnv): FileStore {
  try {
    return openFileStore(address, { within: SNAPSHOTS, setting: 'BACKUP_URL', environment });
  } catch (error) {
    return asBackupProblem(error);
  }
}

function asBackupProblem(error: unknown): never {
  throw error instanceof StoreProblem ? new BackupProblem(error.message) : error;
}
