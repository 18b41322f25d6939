import { segmentStart, type Lsn } from '../../platform/db/replication/lsn.ts';
import { type BackupKeys, BackupProblem, begunAt } from '../backups/index.ts';
import { openBaseCopy, type BaseCopy } from './base-copy.ts';
import { dayOf, type WalPiece, type WalStore } from './wal-store.ts';

const DAY_MS = 86_400_000;

/** A base copy, and the log that leads from it to a moment. */
export interface RestorePoint {
  base: BaseCopy;
  /** In order, without a gap; one may begin within the one before. */
  pieces: WalPiece[];
  /** The moment to restore; null: the end of the log. */
  until: Date | null;
  /** Whatever had been committed at this time is in it; null: it is not known. */
  coveredAt: Date | null;
}

/**
 * Finds what to restore for a moment, or for the end of the newest log. Rejects with BackupProblem, which says which moments there are,
 * when it cannot be had.
 */
export async function findRestorePoint(store: WalStore, keys: BackupKeys, until: Date | null): Promise<RestorePoint> {
  let reaching: Date | null = null;
  let earliest: Date | null = null;
  for (const { history, name } of await listBases(store)) {
    const base = await openBaseCopy(store, history, name, keys);
    if (!base) continue;
    const finishedAt = new Date(base.manifest.finished_at);
    earliest = finishedAt;
    if (until && finishedAt > until) continue;
    const { pieces, end, coveredAt } = chain(base, await listPiecesSince(store, base), until);
    // What was copied is whole only with the log of that time.
    if (end < base.manifest.end_lsn) continue;
    if (!until || (coveredAt && coveredAt > until)) return { base, pieces, until, coveredAt };
    reaching ??= coveredAt;
  }
  if (reaching)
    throw new BackupProblem(
      `The log in ${store.place} reaches until ${reaching.toISOString()}: name a moment before that, or say --at latest.`,
    );
  if (until && earliest)
    throw new BackupProblem(
      `The log in ${store.place} begins at ${earliest.toISOString()}: name a later moment, or restore a backup of before, without --at.`,
    );
  throw new BackupProblem(
    `There is no copy of a database with its log in ${store.place}: check the address, or restore a backup, without --at.`,
  );
}

/** Returns until when the newest log reaches, or null: nothing can be restored from it. */
export async function findReach(store: WalStore, keys: BackupKeys): Promise<RestorePoint | null> {
  return (await store.listHistories()).length === 0 ? null : findRestorePoint(store, keys, null);
}

/** All base copies, the newest first. */
async function listBases(store: WalStore): Promise<{ history: string; name: string }[]> {
  const found: { history: string; name: string; at: number }[] = [];
  for (const history of await store.listHistories())
    for (const name of (await store.listHistory(history)).bases)
      found.push({ history, name, at: begunAt(name.replace(/^base-/, '')).getTime() });
  return found.sort((one, other) => other.at - one.at);
}

async function listPiecesSince(store: WalStore, { history, manifest }: BaseCopy): Promise<WalPiece[]> {
  // The clock of the day's folder is the program's; a day more costs one more list.
  const first = dayOf(new Date(new Date(manifest.started_at).getTime() - DAY_MS));
  const { days } = await store.listHistory(history);
  const pieces: WalPiece[] = [];
  for (const day of days.filter((one) => one >= first)) pieces.push(...(await store.listPieces(history, day)));
  return pieces.filter(({ timeline }) => timeline === manifest.timeline);
}

/** Follows the log from a copy to the first piece that has all of the moment, or to where the log ends. */
function chain(
  { manifest }: BaseCopy,
  pieces: WalPiece[],
  until: Date | null,
): { pieces: WalPiece[]; end: Lsn; coveredAt: Date | null } {
  const sorted = pieces.sort((one, other) => (one.start === other.start ? 0 : one.start < other.start ? -1 : 1));
  const used: WalPiece[] = [];
  let end = segmentStart(manifest.start_lsn);
  let coveredAt: Date | null = null;
  for (const piece of sorted) {
    if (piece.end <= end) continue;
    if (piece.start > end || (until && coveredAt && coveredAt > until && end >= manifest.end_lsn)) break;
    used.push(piece);
    end = piece.end;
    coveredAt = piece.coveredAt ?? coveredAt;
  }
  return { pieces: used, end, coveredAt };
}
