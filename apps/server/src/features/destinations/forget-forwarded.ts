import type { Context } from '../../platform/context.ts';
import { systemScope } from '../../platform/scope.ts';
import { deleteDoneBefore } from './queue.queries.ts';

const AT_ONCE = 5_000;

/** Deletes from the logs what was sent or given up before this time. What waits stays. */
export async function forgetForwarded(ctx: Context, until: Date): Promise<void> {
  let deleted = AT_ONCE;
  while (deleted === AT_ONCE)
    deleted = await ctx.db.transaction(systemScope('every application'), (tx) => deleteDoneBefore(tx, until, AT_ONCE));
}
