import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeDrafts } from '../../platform/db/embedded/cluster-folder.ts';
import { lockDataFolder } from '../../platform/db/embedded/data-folder-lock.ts';
import { type BackupKeys, listTables, measureTable, refuseHiddenRows, withClient } from '../backups/index.ts';
import type { RestorePoint } from './find-restore-point.ts';
import { restoreInto } from './restore-to-time.ts';
import type { WalStore } from './wal-store.ts';

const PREFIX = 'verify-';

export interface ProvenRestore {
  /** When the last transaction of it was committed; null: none came after the copy. */
  lastCommitAt: Date | null;
  tables: number;
  rows: number;
}

/**
 * Restores a moment into a folder that is removed again, and reads every row of every table there. `near` is a folder that the database
 * of the installation may lie in: it has the room, and its user can reach it.
 */
export async function proveRestore(
  from: { store: WalStore; keys: BackupKeys },
  point: RestorePoint,
  near: string,
  now = new Date(),
): Promise<ProvenRestore> {
  await removeLeftovers(near);
  const dataDir = await mkdtemp(join(near, PREFIX));
  const found = { tables: 0, rows: 0 };
  try {
    const { lastCommitAt } = await restoreInto(
      from,
      point,
      { dataDir, replaces: false },
      now,
      ({ ownerConnectionString }) =>
        withClient(ownerConnectionString, async (client) => {
          await client.query('begin read only');
          await refuseHiddenRows(client);
          for (const table of await listTables(client)) {
            found.tables += 1;
            found.rows += (await measureTable(client, table)).rows;
          }
        }),
    );
    return { lastCommitAt, ...found };
  } finally {
    await removeDataFolder(dataDir);
  }
}

/** A process that was killed has left its folder behind. One that is in use stays. */
async function removeLeftovers(near: string): Promise<void> {
  for (const name of (await readdir(near)).filter((one) => one.startsWith(PREFIX))) {
    const unlock = await lockDataFolder(join(near, name)).catch(() => null);
    if (unlock) await removeDataFolder(join(near, name));
  }
}

/** The database may lie elsewhere, where its user can reach it. */
async function removeDataFolder(dataDir: string): Promise<void> {
  await removeDrafts(await realpath(dataDir));
  const cluster = await realpath(join(dataDir, 'postgres')).catch(() => null);
  if (cluster) await rm(cluster, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
