import { segmentStart, type Lsn } from '../../platform/db/replication/lsn.ts';
import { type BackupKeys, BackupProblem, begunAt, UnreadableBackup } from '../backups/index.ts';
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
 * when it cannot be had, and when two databases stored their logs at that time: then `only` names the history that is meant.
 */
export async function findRestorePoint(
  store: WalStore,
  keys: BackupKeys,
  until: Date | null,
  only: string | null = null,
): Promise<RestorePoint> {
  const histories = await store.listHistories();
  if (only !== null && !histories.includes(only))
    throw new BackupProblem(
      `There is no log named ${only} in ${store.place}: there is ${histories.join(', ') || 'none'}.`,
    );
  const reach: Reach = { earliest: null, latest: null, inTheWay: null };
  const points: RestorePoint[] = [];
  for (const history of only === null ? histories : [only]) {
    const point = await findInHistory(store, keys, history, until, reach);
    if (point) points.push(point);
  }
  const [found, ...others] = points.sort((one, other) => timeOf(other) - timeOf(one));
  const { inTheWay } = reach;
  // A newer copy that cannot be restored may be the database that is wanted.
  if (inTheWay && (!found || inTheWay.begun > new Date(found.base.manifest.started_at))) throw inTheWay.problem;
  if (!found) throw new BackupProblem(explain(store, until, reach));
  // Names have whole seconds.
  const begun = begunAt(found.base.history).getTime() + 1_000;
  const rivals = others.filter((other) => until !== null || timeOf(other) > begun);
  if (rivals.length > 0)
    throw new BackupProblem(
      `Several databases have stored their logs in ${store.place} at the same time: say which is meant with --name ` +
        `${[found, ...rivals].map(({ base }) => base.history).join(' or ')}.`,
    );
  return found;
}

/** Returns until when the newest log reaches, or null: nothing can be restored from it. */
export async function findReach(store: WalStore, keys: BackupKeys): Promise<RestorePoint | null> {
  return (await store.listHistories()).length === 0 ? null : findRestorePoint(store, keys, null);
}

const timeOf = ({ coveredAt }: RestorePoint): number => coveredAt?.getTime() ?? 0;

/** Which moments there are, and the newest copy from which the wanted one cannot be had although it should. */
interface Reach {
  earliest: Date | null;
  latest: Date | null;
  inTheWay: { begun: Date; problem: BackupProblem } | null;
}

/** Finds the newest copy of a history from which its log leads to the moment; null: there is none. */
async function findInHistory(
  store: WalStore,
  keys: BackupKeys,
  history: string,
  until: Date | null,
  reach: Reach,
): Promise<RestorePoint | null> {
  const { bases } = await store.listHistory(history);
  for (const name of bases.toReversed()) {
    const begun = begunAt(name.replace(/^base-/, ''));
    const refuse = (problem: BackupProblem) => {
      if (!reach.inTheWay || begun > reach.inTheWay.begun) reach.inTheWay = { begun, problem };
    };
    if (until && begun > until) {
      reach.earliest = earlierOf(reach.earliest, begun);
      continue;
    }
    const base = await openBaseCopy(store, history, name, keys).catch((error: unknown) => {
      if (!(error instanceof UnreadableBackup)) throw error;
      refuse(error);
      return null;
    });
    if (!base) continue;
    const finishedAt = new Date(base.manifest.finished_at);
    reach.earliest = earlierOf(reach.earliest, finishedAt);
    if (until && finishedAt > until) continue;
    const { pieces, end, coveredAt, hasGap } = chain(base, await listPiecesSince(store, base), until);
    // What was copied is whole only with the log of that time.
    const isWhole = end >= base.manifest.end_lsn;
    if (isWhole && (until ? coveredAt && coveredAt > until : !hasGap)) return { base, pieces, until, coveredAt };
    if (hasGap)
      refuse(
        new BackupProblem(
          `A part of the log ${history} in ${store.place} is missing after ${coveredAt?.toISOString() ?? 'its beginning'}: ` +
            'name a moment before that; later ones cannot be had.',
        ),
      );
    if (isWhole && coveredAt && (!reach.latest || coveredAt > reach.latest)) reach.latest = coveredAt;
  }
  return null;
}

const earlierOf = (one: Date | null, other: Date): Date => (one && one < other ? one : other);
const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one && other && one > other ? one : (other ?? one);

function explain({ place }: WalStore, until: Date | null, { earliest, latest }: Reach): string {
  if (latest)
    return `The log in ${place} reaches until ${latest.toISOString()}: name a moment before that, or say --at latest.`;
  if (until && earliest)
    return `The log in ${place} begins at ${earliest.toISOString()}: name a later moment, or restore a backup of before, without --at.`;
  return `There is no copy of a database with its log in ${place}: check the address, or restore a backup, without --at.`;
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
): { pieces: WalPiece[]; end: Lsn; coveredAt: Date | null; hasGap: boolean } {
  const sorted = pieces.sort((one, other) => (one.start === other.start ? 0 : one.start < other.start ? -1 : 1));
  const used: WalPiece[] = [];
  let end = segmentStart(manifest.start_lsn);
  let coveredAt: Date | null = null;
  for (const piece of sorted) {
    if (piece.end <= end) {
      // What says that nothing was written has no bytes.
      coveredAt = laterOf(coveredAt, piece.coveredAt);
      continue;
    }
    if (until && coveredAt && coveredAt > until && end >= manifest.end_lsn) break;
    if (piece.start > end) return { pieces: used, end, coveredAt, hasGap: true };
    used.push(piece);
    end = piece.end;
    coveredAt = laterOf(coveredAt, piece.coveredAt);
  }
  return { pieces: used, end, coveredAt, hasGap: false };
}
