import { isDatabaseAway } from '../db/is-database-away.ts';

/**
 * Does the work of a job that is about many applications, or their records: one piece of each in turn, until none has more or the time
 * is over. So one with much to do holds back no other, and neither does one whose work fails. At the end the first failure is thrown,
 * so that the job counts as failed and is seen in the log.
 *
 * @param all Those who have waited longest first, where the time may not be enough for all.
 * @param work Does one piece and returns whether there is more. After a failure there is no further turn.
 * @param maxMs After this time no piece begins.
 */
export async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<boolean>, maxMs = Infinity) {
  const until = performance.now() + maxMs;
  const isOver = () => performance.now() >= until;
  const failures: unknown[] = [];
  let left = all;
  while (left.length > 0 && !isOver()) {
    const unfinished: T[] = [];
    for (const one of left) {
      if (isOver()) break;
      try {
        if (await work(one)) unfinished.push(one);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        failures.push(error);
      }
    }
    left = unfinished;
  }
  if (failures.length > 0) throw failures[0];
}
