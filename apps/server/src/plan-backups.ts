import type { Config } from './config.ts';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { backupKeysOf, openBackupStore, type BackupPlan } from './features/backups/index.ts';
import {
  keepWal,
  openWalStore,
  proveNightly,
  stopKeepingWal,
  type WalKeeper,
  type WalProof,
} from './features/wal-archive/index.ts';
import { systemClock } from './platform/clock.ts';
import { PASSWORDS_FILE } from './platform/db/embedded/credentials.ts';
import type { Log } from './platform/log.ts';
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
    readKeys: () => readBackupKeys(config),
    ground: { adminConnectionString: superuserConnectionString ?? owner, ownerConnectionString: owner },
    keepDays: config.backupKeepDays,
    version,
  };
}

async function readBackupKeys(config: Config) {
  const { current, before } = await readSecretKeys(config);
  const keys = backupKeysOf([config.backupKey, current.text, before?.text ?? null]);
  // Who has a key of their own for backups needs nothing else to get all of it back.
  return { keys, secretKey: config.backupKey === null ? null : current.text };
}

/** Stores the log, and restores it on trial. */
export interface WalGuard extends WalKeeper {
  proof(): WalProof;
}

/**
 * Stores the log of the embedded database beside its backups from now on, and restores it on trial each night. Where that is not wanted,
 * PostgreSQL is told to keep the log for nobody, and null is returned; so it is for a database that somebody else runs.
 */
export async function startWal(
  config: Config,
  { superuserConnectionString }: DatabaseAddresses,
  { version, log }: { version: string; log: Log },
): Promise<WalGuard | null> {
  const { backupUrl, backupWalDays: keepDays, dataDir } = config;
  if (superuserConnectionString === null) return null;
  if (backupUrl === null || keepDays === 0) {
    await stopKeepingWal(superuserConnectionString);
    return null;
  }
  const shared = {
    superuserConnectionString,
    store: openWalStore(backupUrl),
    readKeys: () => readBackupKeys(config),
    log,
    clock: systemClock,
  };
  const readPasswords = () => readFile(join(dataDir, PASSWORDS_FILE), 'utf8');
  const keeper = keepWal({ ...shared, readPasswords, keepDays, version });
  const prover = await proveNightly({ ...shared, dataDir, standing: keeper.standing });
  return {
    standing: keeper.standing,
    proof: prover.proof,
    stop() {
      prover.stop();
      return keeper.stop();
    },
  };
}
