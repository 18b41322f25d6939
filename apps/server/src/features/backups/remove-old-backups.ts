import { MANIFEST_FILE } from './manifest.ts';
import { begunAt, type BackupStore } from './store/backup-store.ts';

const DAY_MS = 86_400_000;
/** What has no manifest after this time was interrupted. */
const UNFINISHED_AFTER_MS = 2 * DAY_MS;

/** Removes backups that are older than `keepDays`, but for `newest`, and those that were never finished. Returns their names. */
export async function removeOldBackups(store: BackupStore, keepDays: number, newest: string): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await store.list()) {
    const age = begunAt(newest).getTime() - begunAt(name).getTime();
    if (name === newest || age < Math.min(keepDays * DAY_MS, UNFINISHED_AFTER_MS)) continue;
    const isOld = age >= keepDays * DAY_MS;
    if (!isOld && (await store.get(name, MANIFEST_FILE))) continue;
    await store.remove(name);
    removed.push(name);
  }
  return removed;
}
