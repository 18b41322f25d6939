import type { Context } from '../../platform/context.ts';
import { systemScope } from '../../platform/scope.ts';
import { deleteEventsBefore } from './webhook-events.queries.ts';

const AT_ONCE = 5_000;

/** Deletes events of before this time from the logs, also those that were never delivered. */
export async function forgetWebhookEvents(ctx: Context, until: Date): Promise<void> {
  let deleted = AT_ONCE;
  while (deleted === AT_ONCE)
    deleted = await ctx.db.transaction(systemScope('every application'), (tx) =>
      deleteEventsBefore(tx, until, AT_ONCE),
    );
}
