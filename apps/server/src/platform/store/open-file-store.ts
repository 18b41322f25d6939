import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileStore } from './file-store.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store, readS3Address } from './s3-store.ts';

interface Options {
  /** The folder of the store that all paths are within. */
  within: string;
  /** Setting that named the address, for sentences about it. */
  setting: string;
  environment?: NodeJS.ProcessEnv;
}

/** Opens a store by its address: s3://…, file:///… or the path of a folder. */
export function openFileStore(address: string, { within, setting, environment = process.env }: Options): FileStore {
  if (address.startsWith('s3:')) return openS3Store(readS3Address(address, environment), { within, setting });
  const folder = address.startsWith('file:') ? fileURLToPath(address) : resolve(address);
  return openFolderStore(folder, join(folder, within));
}
