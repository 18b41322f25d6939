import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { BackupProblem } from '../features/backups/index.ts';
import {
  findRestorePoint,
  openWalStore,
  proveRestore,
  readBaseText,
  restoreToTime,
  type RestorePoint,
} from '../features/wal-archive/index.ts';
import { secretKeyFile, writeSecretKeys } from '../platform/keys/secret-key-file.ts';
import { secretKeysOf } from '../platform/keys/secret-keys.ts';
import { createLog } from '../platform/log.ts';
import { placeOf, readGivenBackupKeys } from './backup-settings.ts';
import { readSettings, say } from './open-installation.ts';

interface WantedMoment {
  from: string | null;
  at: string;
  /** Which log, where several are in one place. */
  name: string | null;
}

/** Restores the database of DATA_DIR as it was at a moment. */
export async function restoreToTimeNow(wanted: WantedMoment, replaces: boolean): Promise<void> {
  const { config, source, point } = await openMoment(wanted);
  const { dataDir } = config;
  // Before the database, which a start would else meet with a new key.
  if (point.base.manifest.secret_key && config.secretKey === null && !existsSync(secretKeyFile(config))) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeSecretKeys(secretKeyFile(config), secretKeysOf(await readBaseText(source, point.base, 'secret key')));
    say(`The secret key that went with the copy is in ${secretKeyFile(config)}.`);
  }
  const { lastCommitAt, setAside } = await restoreToTime(source, point, { dataDir, replaces, log: createLog('error') });
  say(`Restored: ${describe(point, lastCommitAt)}.`);
  if (setAside !== null) say(`What was there before is in ${setAside}: remove it when it is not needed any more.`);
  say(
    'All sending is on hold. Start the server; Deliveries shows what would leave and what may have left already, and a',
  );
  say('superuser releases it there.');
}

/** Restores a moment into a folder that is removed again, and reads all of it. */
export async function verifyRestore(wanted: WantedMoment): Promise<void> {
  const { config, source, point } = await openMoment(wanted);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const { lastCommitAt, tables, rows } = await proveRestore(source, point, config.dataDir);
  say(`Verified: ${describe(point, lastCommitAt)}. It was restored into a folder of its own, and all rows were read:`);
  say(`${rows} in ${tables} tables.`);
}

async function openMoment({ from, at, name }: WantedMoment) {
  const until = readMoment(at);
  const config = readSettings();
  refuseOtherDatabase(config);
  const store = openWalStore(placeOf(config, from, '--from'));
  const keys = await readGivenBackupKeys(config);
  return { config, source: { store, keys }, point: await findRestorePoint(store, keys, until, name) };
}

/** Returns the moment; null: the end of the log. */
function readMoment(at: string): Date | null {
  if (at === 'latest') return null;
  const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.]\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})$/i.test(at)
    ? new Date(at)
    : null;
  if (moment && !Number.isNaN(moment.getTime())) return moment;
  throw new BackupProblem(
    `--at ${at} is no moment: say latest, or give day, time and zone, such as 2026-11-24T10:15:00Z or 2026-11-24T11:15+01:00.`,
  );
}

function refuseOtherDatabase({ databaseUrl }: Config): void {
  if (databaseUrl)
    throw new BackupProblem(
      '--at restores the database of DATA_DIR, and DATABASE_URL names another: leave it out, or restore a backup, without --at.',
    );
}

function describe({ base, until, coveredAt }: RestorePoint, lastCommitAt: Date | null): string {
  const reached = until ?? coveredAt;
  const moment = reached ? `the database as of ${reached.toISOString()}` : 'the database';
  const last = lastCommitAt ? `, whose last transaction is of ${lastCommitAt.toISOString()}` : '';
  return `${moment}${last}, from ${base.manifest.name}`;
}
