import { deriveKey } from '../../platform/keys/cipher.ts';
import { keyName } from '../../platform/keys/key-name.ts';
import { BackupProblem, UnreadableBackup } from './backup-problem.ts';

/** A key that backups are encrypted with, by its name. */
export interface BackupKey {
  name: string;
  key: Buffer;
}

/** The keys of the settings: backups are made with the first, and read with any. */
export type BackupKeys = readonly [BackupKey, ...BackupKey[]];

const PURPOSE = 'backups';

/** Derives the keys from BACKUP_KEY and the secret keys, in this order. Null: the setting is not given. */
export function backupKeysOf(texts: readonly (string | null)[]): BackupKeys {
  const [first, ...rest] = texts
    .filter((text) => text !== null)
    .map((text) => {
      const key = deriveKey(Buffer.from(text), PURPOSE);
      return { name: keyName(key), key };
    });
  if (!first)
    throw new BackupProblem('There is no key: set BACKUP_KEY or SECRET_KEY to what the backup was made with.');
  return [first, ...rest];
}

/** Returns the key of this name. */
export function findBackupKey(keys: BackupKeys, name: string): BackupKey {
  const found = keys.find((one) => one.name === name);
  if (found) return found;
  const given = keys.map((one) => one.name).join(', ');
  throw new UnreadableBackup(
    `The backup is encrypted with the key named ${name}, and only ${given} was given: set BACKUP_KEY to the BACKUP_KEY, ` +
      'or else the SECRET_KEY, of the time when it was made.',
  );
}
