import type { Config } from './config.ts';
import { backupKeysOf, openBackupStore, type BackupPlan } from './features/backups/index.ts';
import { readSecretKeys } from './platform/keys/secret-key-file.ts';

/** Addresses of the database, one for each role. */
export interface DatabaseAddresses {
  /** Role of the program. */
  connectionString: string;
  /** Role that owns the tables; null: it is not known here, or the program's role owns them. */
  ownerConnectionString: string | null;
  /** null: the database is run by somebody else. */
  superuserConnectionString: string | null;
}

/** How backups are made with these settings, at the address that they or the caller name. */
export function planBackups(
  config: Config,
  { connectionString, ownerConnectionString, superuserConnectionString }: DatabaseAddresses,
  version: string,
  address: string,
): BackupPlan {
  const owner = ownerConnectionString ?? connectionString;
  return {
    connectionString: owner,
    store: openBackupStore(address),
    async readKeys() {
      const { current, before } = await readSecretKeys(config);
      const keys = backupKeysOf([config.backupKey, current.text, before?.text ?? null]);
      // Who has a key of their own for backups needs nothing else to get all of it back.
      return { keys, secretKey: config.backupKey === null ? null : current.text };
    },
    ground: { adminConnectionString: superuserConnectionString ?? owner, ownerConnectionString: owner },
    keepDays: config.backupKeepDays,
    version,
  };
}
