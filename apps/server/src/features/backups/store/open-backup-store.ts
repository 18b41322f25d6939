import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import type { BackupStore } from './backup-store.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store, readS3Address } from './s3-store.ts';

/** Opens a store by its address: s3://…, file:///… or the path of a folder. */
export function openBackupStore(address: string, environment: NodeJS.ProcessEnv = process.env): BackupStore {
  if (address.startsWith('s3:')) return openS3Store(readS3Address(address, environment));
  return openFolderStore(address.startsWith('file:') ? fileURLToPath(address) : resolve(address));
}
