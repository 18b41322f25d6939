import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupKeys, listTables, measureTable, refuseHiddenRows, withClient } from '../backups/index.ts';
import type { RestorePoint } from './find-restore-point.ts';
import { restoreInto } from './restore-to-time.ts';
import type { WalStore } from './wal-store.ts';

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
  const dataDir = await mkdtemp(join(near, 'verify-'));
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
    const cluster = await realpath(join(dataDir, 'postgres')).catch(() => null);
    if (cluster) await rm(cluster, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
}
