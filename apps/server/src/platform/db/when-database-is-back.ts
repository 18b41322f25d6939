import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from './is-database-away.ts';

/** An interruption of the database is over within this time, or is no interruption any more. */
const MAX_AWAY_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

/**
 * Does work that is safe to repeat, again while the database is away; after a minute, or when aborted, it rejects with the
 * last error. For what a process knows and nobody else does (a gateway's answer), and for work whose caller would count
 * the interruption as its failure. Never on the way of an acknowledgement: there the sender repeats.
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
