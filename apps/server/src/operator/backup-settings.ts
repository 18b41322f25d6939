import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { backupKeysOf, BackupProblem, type BackupKeys } from '../features/backups/index.ts';
import { readSecretKeys, secretKeyFile } from '../platform/keys/secret-key-file.ts';

/** Returns the secret keys of the settings without making one; null: there are none. */
export async function readGivenKeys(config: Config): Promise<Awaited<ReturnType<typeof readSecretKeys>> | null> {
  return config.secretKey !== null || existsSync(secretKeyFile(config)) ? readSecretKeys(config) : null;
}

/** Returns the keys that a backup may be encrypted with. */
export async function readGivenBackupKeys(config: Config): Promise<BackupKeys> {
  const given = await readGivenKeys(config);
  return backupKeysOf([config.backupKey, given?.current.text ?? null, given?.before?.text ?? null]);
}

/** Returns where backups are: what the command names, else the setting. */
export function placeOf({ backupUrl }: Config, given: string | null, option: string): string {
  const place = given ?? backupUrl;
  if (place === null)
    throw new BackupProblem(`Say where with ${option}, a folder or s3://BUCKET/…, or set BACKUP_URL.`);
  return place;
}
