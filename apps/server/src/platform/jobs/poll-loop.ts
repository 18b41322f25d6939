import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from '../db/database.ts';
import type { Log } from '../log.ts';
import { markFailed, markWorked, type Part } from '../work-signals.ts';
import { codeOf } from '../errors.ts';

/** Time between two polls when nobody wakes the loop: another process, or a crash, may have left something to do. */
const POLL_MS = 500;
const AFTER_FAILURE_MS = 1_000;
const GIVE_WAY_STEP_MS = 10;
/**
 * Minimum time between two polls when the last one found nothing, however often the loop is woken: each poll is a transaction.
 */
const MIN_LOOK_MS = 25;

export interface PollLoop {
  /** Says that there is something to do now. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Calls `work` again and again. After a call that found nothing to do (false), it waits until it is woken or some time has
 * passed.
 */
export function startPollLoop(log: Log, part: Part, work: () => Promise<boolean>): PollLoop {
  let stopping = false;
  let wakeUp: () => void = () => undefined;
  let woken = new Promise<void>((resolve) => (wakeUp = resolve));
  const wake = () => {
    wakeUp();
    woken = new Promise<void>((resolve) => (wakeUp = resolve));
  };
  async function run(): Promise<void> {
    while (!stopping) {
      const signal = woken;
      try {
        const found = await work();
        markWorked(part);
        if (found) continue;
        const lookedAt = performance.now();
        await Promise.race([signal, pause(POLL_MS, undefined, { ref: false })]);
        const tooSoonMs = lookedAt + MIN_LOOK_MS - performance.now();
        if (tooSoonMs > 0 && !stopping) await pause(tooSoonMs);
      } catch (error) {
        const code = codeOf(error);
        markFailed(part);
        log.error({ code, err: isDatabaseAway(error) ? undefined : error }, 'processing waits for the database');
        await pause(AFTER_FAILURE_MS);
      }
    }
  }
  const running = run();
  return {
    wake,
    async stop() {
      stopping = true;
      wake();
      await running;
    },
  };
}

/** Waits while senders wait for acknowledgements, because those come first; at most for `maxMs`. */
export async function giveWay(isIntakeBusy: () => boolean, maxMs: number): Promise<void> {
  const until = performance.now() + maxMs;
  while (isIntakeBusy() && performance.now() < until) await pause(GIVE_WAY_STEP_MS);
}
