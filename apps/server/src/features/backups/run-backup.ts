import { randomUUID } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { systemScope } from '../../platform/scope.ts';
import type { BackupKeys } from './backup-keys.ts';
import { BackupProblem } from './backup-problem.ts';
import { failInterrupted, insertBackup, recordFailed, recordStored, recordVerified } from './backups.queries.ts';
import { makeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { proveBackup, type ProvingGround } from './prove-backup.ts';
import { openBackup } from './read-backup.ts';
import { removeOldBackups } from './remove-old-backups.ts';
import { withClient } from './restore-backup.ts';
import type { BackupStore } from './store/backup-store.ts';

export const RUN_BACKUP = 'run-backup';

export interface BackupPlan {
  /** Of the owner of the tables, or of the program's role. */
  connectionString: string;
  store: BackupStore;
  /** Reads them anew: a key may have been replaced. */
  readKeys: () => Promise<{ keys: BackupKeys; secretKey: string | null }>;
  ground: ProvingGround;
  keepDays: number;
  version: string;
}

export interface BackupRun {
  manifest: Manifest;
  verifiedBy: 'restored' | 'read';
  /** Names of backups that were too old, and are gone. */
  removed: string[];
}

type Recorder = Pick<Context, 'db' | 'clock'>;

/**
 * Makes a backup, verifies it and removes old ones. What came of it is in the table `backups`. Rejects with the failure; null:
 * another process is at it.
 */
export function runBackup(ctx: Recorder, plan: BackupPlan): Promise<BackupRun | null> {
  return withClient(plan.connectionString, async (client) => {
    const { rows } = await client.query<{ is_ours: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('${RUN_BACKUP}', 0)) as is_ours`,
    );
    return rows[0]?.is_ours ? runAlone(ctx, plan) : null;
  });
}

async function runAlone({ db, clock }: Recorder, plan: BackupPlan): Promise<BackupRun> {
  const { store, ground, keepDays, connectionString, version } = plan;
  const id = await db.transaction(systemScope('every application'), async (tx) => {
    await failInterrupted(tx, clock());
    return insertBackup(tx, { name: randomUUID(), place: store.place, started_at: clock() });
  });
  const record = (work: (tx: Parameters<typeof recordFailed>[0]) => Promise<void>) =>
    db.transaction(systemScope('every application'), work);
  try {
    const { keys, secretKey } = await plan.readKeys();
    const manifest = await makeBackup({ connectionString, store, keys, secretKey, version });
    await record((tx) => recordStored(tx, id, manifest));
    const verifiedBy = await proveBackup(await openBackup(store, keys, manifest.name), ground);
    await record((tx) => recordVerified(tx, id, verifiedBy, clock()));
    return { manifest, verifiedBy, removed: await removeOldBackups(store, keepDays, manifest.name) };
  } catch (error) {
    await record((tx) => recordFailed(tx, id, describeFailure(error), clock())).catch(() => undefined);
    throw error;
  }
}

/** An error of the database may repeat a row. */
const describeFailure = (error: unknown): string =>
  error instanceof BackupProblem ? error.message : 'It ended with an error that the log of the worker has.';

/** The nightly job. A failure is in the table and in the log, and becomes an alarm. */
export async function runNightlyBackup(ctx: Context, plan: BackupPlan | null): Promise<void> {
  if (!plan) return;
  try {
    const run = await runBackup(ctx, plan);
    if (!run) return;
    const { manifest, verifiedBy, removed } = run;
    ctx.log.info({ backup: manifest.name, verifiedBy, removed: removed.length }, 'a backup was made and verified');
  } catch (error) {
    ctx.log.error(
      error instanceof BackupProblem ? { reason: error.message } : { err: error },
      'the backup failed; the one of before stays',
    );
  }
}
