import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from './is-database-away.ts';

/** Maximum time for which work waits for the database. */
const MAX_AWAY_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

/**
 * Repeats work that is safe to repeat while the database is away. After a minute, or when aborted, rejects with the last error.
 * It serves work whose result only this process knows (a gateway's answer), and work that would otherwise be counted as failed.
 * An acknowledgement never waits here: the sender repeats its message.
 */
export async function whenDatabaseIsBack<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const giveUpAt = performance.now() + MAX_AWAY_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || signal?.aborted || performance.now() > giveUpAt) throw error;
      await pause(pauseMs, undefined, signal ? { signal } : {}).catch(() => undefined);
      if (signal?.aborted) throw error;
    }
  }
}
