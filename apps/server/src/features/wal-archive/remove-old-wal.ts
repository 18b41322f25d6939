import { begunAt, MANIFEST_FILE } from '../backups/index.ts';
import { dayOf, type WalStore } from './wal-store.ts';

const DAY_MS = 86_400_000;
/** A copy that has no manifest after this time was interrupted. */
const UNFINISHED_AFTER_MS = 2 * DAY_MS;

/** When a base copy was begun, by the name of its folder. */
const beginningOf = (base: string): number => begunAt(base.replace(/^base-/, '')).getTime();

/**
 * Removes what no moment of the last `keepDays` days needs: base copies before the newest one that is older than that, the days of the
 * log before the copies that are left, and histories of earlier databases that ended before then. It goes by names alone, so that a
 * copy with an earlier key is treated like any other.
 */
export async function removeOldWal(
  store: WalStore,
  { history, keepDays, now }: { history: string; keepDays: number; now: Date },
): Promise<void> {
  const oldest = new Date(now.getTime() - keepDays * DAY_MS);
  for (const earlier of await store.listHistories()) {
    if (earlier === history) continue;
    const { days } = await store.listHistory(earlier);
    const isOver = begunAt(earlier) < oldest && days.every((day) => day < dayOf(oldest));
    if (isOver) await store.removeFolder(earlier);
  }
  const { bases, days } = await store.listHistory(history);
  const whole: string[] = [];
  for (const base of bases) {
    if (await store.get(`${history}/${base}/${MANIFEST_FILE}`)) whole.push(base);
    else if (now.getTime() - beginningOf(base) > UNFINISHED_AFTER_MS) await store.removeFolder(`${history}/${base}`);
  }
  // A copy that was begun a day before the oldest moment was finished by then.
  const kept = whole.findLast((base) => beginningOf(base) <= oldest.getTime() - DAY_MS) ?? whole[0];
  if (kept === undefined) return;
  for (const base of whole.filter((one) => one < kept)) await store.removeFolder(`${history}/${base}`);
  // The log of a copy begins when it was begun; a day more, because the clocks of the two may differ.
  const needed = dayOf(new Date(beginningOf(kept) - DAY_MS));
  for (const day of days.filter((one) => one < needed)) await store.removeFolder(`${history}/${day}`);
}
