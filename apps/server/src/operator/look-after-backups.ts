import { mkdir } from 'node:fs/promises';
import type { Config } from '../config.ts';
import {
  BackupProblem,
  countBytes,
  countRows,
  openBackup,
  openBackupStore,
  proveBackup,
  readSecretKey,
  restoreBackup,
  runBackup,
  type OpenBackup,
} from '../features/backups/index.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { secretKeyFile, writeSecretKeys } from '../platform/keys/secret-key-file.ts';
import { secretKeysOf } from '../platform/keys/secret-keys.ts';
import { createLog } from '../platform/log.ts';
import { planBackups } from '../plan-backups.ts';
import { placeOf, readGivenBackupKeys, readGivenKeys } from './backup-settings.ts';
import { openInstallation, readSettings, say } from './open-installation.ts';

/** Makes a backup, verifies it, and says what it is. */
export async function makeBackupNow(to: string | null, version: string): Promise<void> {
  const config = readSettings();
  const address = placeOf(config, to, '--to');
  const installation = await openInstallation(config);
  const log = createLog('error');
  const db = openDatabase(installation.connectionString, log, 2);
  try {
    const run = await runBackup({ db, clock: systemClock }, planBackups(config, installation, version, address));
    if (!run) throw new BackupProblem('Another process is making a backup: wait until it is done.');
    const { manifest, verifiedBy, removed } = run;
    say(`Backup ${manifest.name}: ${describeSize(manifest)}, encrypted with the key named ${manifest.key}.`);
    say(describeProof(verifiedBy));
    if (removed.length > 0) say(`${removed.length} older ones were removed: ${removed.join(', ')}.`);
  } finally {
    await db.close();
    await installation.close();
  }
}

/** Verifies a backup that is there. */
export async function verifyBackup(from: string | null, name: string | null): Promise<void> {
  const config = readSettings();
  const backup = await openNamed(config, from, name);
  const installation = await openInstallation(config);
  const owner = installation.ownerConnectionString ?? installation.connectionString;
  const ground = {
    adminConnectionString: installation.superuserConnectionString ?? owner,
    ownerConnectionString: owner,
  };
  try {
    const verifiedBy = await proveBackup(backup, ground);
    say(`Backup ${backup.backup}, as of ${backup.manifest.snapshot_at}: ${describeSize(backup.manifest)}.`);
    say(describeProof(verifiedBy));
  } finally {
    await installation.close();
  }
}

/** Restores a backup into the database of the settings. */
export async function restoreNow({
  from,
  name,
  replaces,
}: {
  from: string | null;
  name: string | null;
  replaces: boolean;
}): Promise<void> {
  const config = readSettings();
  const backup = await openNamed(config, from, name);
  const secretKey = await findMissingSecretKey(config, backup);
  const installation = await openInstallation(config);
  const { connectionString, ownerConnectionString } = installation;
  try {
    await restoreBackup(backup, { connectionString, ownerConnectionString, replaces, log: createLog('error') });
  } finally {
    await installation.close();
  }
  if (secretKey !== null) {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    await writeSecretKeys(secretKeyFile(config), secretKeysOf(secretKey));
    say(`The secret key that went with the backup is in ${secretKeyFile(config)}.`);
  }
  const { snapshot_at, finished_at } = backup.manifest;
  say(
    `Restored: ${describeSize(backup.manifest)}, as of ${snapshot_at} (stored ${finished_at}). Counts and checksums fit.`,
  );
  say(
    'All sending is on hold. Start the server; Deliveries shows what would leave and what may have left already, and a',
  );
  say('superuser releases it there.');
}

/** Brings the tables up to date. */
export async function migrateNow(): Promise<void> {
  const installation = await openInstallation(readSettings());
  const { connectionString, ownerConnectionString } = installation;
  try {
    for (const { name } of await migrate(connectionString, { ownerConnectionString, onWait: say }))
      say(`stored data was migrated: ${name}`);
    say('The tables are those of this version.');
  } finally {
    await installation.close();
  }
}

/**
 * Returns the secret key to store with the restored database; null: the settings have it. Throws when it can be had from nowhere, or
 * another one is in its place.
 */
async function findMissingSecretKey(config: Config, backup: OpenBackup): Promise<string | null> {
  const { secret_keys: needed } = backup.manifest;
  const given = await readGivenKeys(config);
  const isGiven = given !== null && [given.current, given.before].some((key) => key && needed.includes(key.name));
  if (isGiven || needed.length === 0) return null;
  const stored = given === null ? await readSecretKey(backup) : null;
  if (stored !== null) return stored;
  throw new BackupProblem(
    `What is restored needs the secret key named ${needed.join(' or ')}: set SECRET_KEY to it, or put it into ${secretKeyFile(config)}` +
      `${given ? ', in place of the one that is there' : ''}.`,
  );
}

async function openNamed(config: Config, from: string | null, name: string | null): Promise<OpenBackup> {
  return openBackup(openBackupStore(placeOf(config, from, '--from')), await readGivenBackupKeys(config), name);
}

const describeSize = (manifest: OpenBackup['manifest']): string =>
  `${manifest.tables.length} tables, ${countRows(manifest)} rows, ${countBytes(manifest)} bytes`;

const describeProof = (by: 'restored' | 'read'): string =>
  by === 'restored'
    ? 'Verified: it was restored into a database of its own, and counts and checksums of all tables fit.'
    : 'Verified: all of it was read and fits its manifest. It was not restored, because this role may make no database.';
