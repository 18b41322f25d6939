import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from '../db/database.ts';
import type { Log } from '../log.ts';
import { markFailed, markWorked, type Part } from '../work-signals.ts';

/** Looks by itself this often: for messages that another process stored, or that a crash left behind. */
const POLL_MS = 500;
const AFTER_FAILURE_MS = 1_000;
/** How long one step gives way to a busy intake; under any load the work goes on at this pace. */
const GIVE_WAY_MS = 150;
const GIVE_WAY_STEP_MS = 10;

export interface PollLoop {
  /** Says that there is something to do now. */
  wake(): void;
  stop(): Promise<void>;
}

/** Does the work over and over; waits to be woken, or for a while, when `work` found nothing to do. */
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
        if (!found) await Promise.race([signal, pause(POLL_MS, undefined, { ref: false })]);
      } catch (error) {
        const { code } = error as { code?: string };
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

/** Acknowledging comes first: while senders wait, this waits too, for a while. */
export async function giveWay(isIntakeBusy: () => boolean): Promise<void> {
  for (let waited = 0; waited < GIVE_WAY_MS && isIntakeBusy(); waited += GIVE_WAY_STEP_MS)
    await pause(GIVE_WAY_STEP_MS);
}
