import type { Context } from '../context.ts';
import { applicationScope } from '../scope.ts';
import { enqueue } from './jobs.ts';

/** After this time a process that does another job of the kind looks again. */
const BUSY_MS = 15_000;

/**
 * Returns a job that takes long, of an application and one of its records. A process does one of the kind at a time, and another is put
 * off, so that these keep no job of sending from running.
 */
export function oneAtATime(
  ctx: Context,
  { task, record }: { task: string; record: string },
  run: (applicationId: number, id: number) => Promise<void>,
): (applicationId: number, id: number) => Promise<void> {
  let isBusy = false;
  return async (applicationId, id) => {
    if (isBusy) {
      const runAt = new Date(ctx.clock().getTime() + BUSY_MS);
      const later = { task, payload: { application_id: applicationId, [record]: id }, runAt };
      await ctx.db.transaction(applicationScope(applicationId), (tx) => enqueue(tx, [later]));
      return;
    }
    isBusy = true;
    try {
      await run(applicationId, id);
    } finally {
      isBusy = false;
    }
  };
}
