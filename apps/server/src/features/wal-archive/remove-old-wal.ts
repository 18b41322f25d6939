import { type BackupKeys, begunAt } from '../backups/index.ts';
import { openBaseCopy, type BaseCopy } from './base-copy.ts';
import { dayOf, type WalStore } from './wal-store.ts';

const DAY_MS = 86_400_000;
/** A copy that has no manifest after this time was interrupted. */
const UNFINISHED_AFTER_MS = 2 * DAY_MS;

/** When a base copy was begun, by the name of its folder. */
const beginningOf = (base: string): Date => begunAt(base.replace(/^base-/, ''));

/**
 * Removes what no moment of the last `keepDays` days needs: base copies before the newest one that is older than that, the days of the
 * log before the copies that are left, and histories of earlier databases that ended before then.
 */
export async function removeOldWal(
  store: WalStore,
  { history, keys, keepDays, now }: { history: string; keys: BackupKeys; keepDays: number; now: Date },
): Promise<void> {
  const oldest = new Date(now.getTime() - keepDays * DAY_MS);
  for (const earlier of await store.listHistories()) {
    if (earlier === history) continue;
    const { days } = await store.listHistory(earlier);
    const isOver = begunAt(earlier) < oldest && days.every((day) => day < dayOf(oldest));
    if (isOver) await store.removeFolder(earlier);
  }
  const { bases, days } = await store.listHistory(history);
  const whole: { base: string; copy: BaseCopy }[] = [];
  for (const base of bases) {
    const copy = await openBaseCopy(store, history, base, keys);
    if (copy) whole.push({ base, copy });
    else if (now.getTime() - beginningOf(base).getTime() > UNFINISHED_AFTER_MS)
      await store.removeFolder(`${history}/${base}`);
  }
  const first = whole.findLastIndex(({ copy }) => new Date(copy.manifest.finished_at) <= oldest);
  const [kept] = whole.slice(Math.max(first, 0));
  if (!kept) return;
  for (const { base } of whole.slice(0, Math.max(first, 0))) await store.removeFolder(`${history}/${base}`);
  const needed = dayOf(new Date(new Date(kept.copy.manifest.started_at).getTime() - DAY_MS));
  for (const day of days.filter((one) => one < needed)) await store.removeFolder(`${history}/${day}`);
}
