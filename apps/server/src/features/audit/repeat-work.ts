import type { Context } from '../../platform/context.ts';
import { codeOf } from '../../platform/errors.ts';

/** Repeats work until stopped. Work that fails is logged with `failure`, and tried again. */
export function repeatWork(
  { log }: Pick<Context, 'log'>,
  { everyMs, failure }: { everyMs: number; failure: string },
  work: () => Promise<void>,
): { stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    // A verification of millions of entries takes longer than the interval. It is not begun again meanwhile.
    running ??= work()
      .catch((error: unknown) => log.warn({ code: codeOf(error) }, failure))
      .finally(() => {
        running = null;
      });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
