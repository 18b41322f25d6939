import { constants, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as tar from 'tar';
import { openDatabase } from '../../platform/db/database.ts';
import type { EmbeddedAddresses } from '../../platform/db/embedded/addresses.ts';
import { restoreCluster, type RestoredCluster } from '../../platform/db/embedded/restore-cluster.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { SEGMENT_BYTES, segmentName, segmentStart } from '../../platform/db/replication/lsn.ts';
import type { Log } from '../../platform/log.ts';
import { systemScope } from '../../platform/scope.ts';
import { type BackupKeys, BackupProblem } from '../backups/index.ts';
import { holdRestored } from '../sending-holds/index.ts';
import { PLATFORM, readBaseCopy, readBaseText } from './base-copy.ts';
import type { RestorePoint } from './find-restore-point.ts';
import { loadPiece } from './wal-pieces.ts';
import type { WalStore } from './wal-store.ts';

export interface RestoreToTime {
  dataDir: string;
  /** Whether a database that is there may be moved aside. */
  replaces: boolean;
  log: Log;
}

/**
 * Restores the database as it was at a moment into a data folder, brings it to this version, and holds all sending. Until all of that
 * is done, what was in the folder stays in its place.
 */
export function restoreToTime(
  from: { store: WalStore; keys: BackupKeys },
  point: RestorePoint,
  target: RestoreToTime,
  now = new Date(),
): Promise<RestoredCluster> {
  return restoreInto(from, point, target, now, async ({ connectionString, ownerConnectionString }) => {
    await migrate(connectionString, { ownerConnectionString });
    const dataOf = point.until ?? point.coveredAt ?? new Date(point.base.manifest.finished_at);
    const db = openDatabase(connectionString, target.log, 1);
    try {
      await db.transaction(systemScope('start'), (tx) => holdRestored(tx, dataOf, now));
    } finally {
      await db.close();
    }
  });
}

/** Restores into a data folder, and lets `finish` work there before the database gets its place. */
export async function restoreInto(
  from: { store: WalStore; keys: BackupKeys },
  point: RestorePoint,
  { dataDir, replaces }: Pick<RestoreToTime, 'dataDir' | 'replaces'>,
  now: Date,
  finish: (addresses: EmbeddedAddresses) => Promise<void>,
): Promise<RestoredCluster> {
  const { base, until } = point;
  const { platform } = base.manifest;
  if (platform !== PLATFORM)
    throw new BackupProblem(
      `The copy was made on ${platform} and this machine is ${PLATFORM}: restore it on such a machine, or restore a backup, without --at.`,
    );
  const passwords = await readBaseText(from, base, 'passwords');
  const unpack = async (folder: string) => {
    await readBaseCopy(from, base, 'files', async (plain) => {
      await pipeline(plain, tar.extract({ cwd: folder, strict: true }));
    });
    await unpackLog(from, point, join(folder, 'pg_wal'));
  };
  return restoreCluster({ dataDir, replaces, now }, { passwords, unpack, until, finish });
}

/** Writes the pieces into the files that PostgreSQL keeps its log in. */
async function unpackLog(
  { store, keys }: { store: WalStore; keys: BackupKeys },
  { base, pieces }: RestorePoint,
  folder: string,
): Promise<void> {
  const { history, manifest } = base;
  for (const piece of pieces) {
    const bytes = await loadPiece(store, history, piece, keys);
    for (let place = piece.start; place < piece.end;) {
      const start = segmentStart(place);
      const end = start + SEGMENT_BYTES < piece.end ? start + SEGMENT_BYTES : piece.end;
      const part = bytes.subarray(Number(place - piece.start), Number(end - piece.start));
      await writeInto(join(folder, segmentName(manifest.timeline, start)), part, Number(place - start));
      place = end;
    }
  }
}

/** Writes into a file of the log, which has its whole size from the beginning. */
async function writeInto(path: string, part: Buffer, place: number): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    await file.truncate(Number(SEGMENT_BYTES));
    await file.write(part, 0, part.length, place);
  } finally {
    await file.close();
  }
}
