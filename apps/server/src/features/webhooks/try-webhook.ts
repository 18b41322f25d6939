import { randomUUID } from 'node:crypto';
import { webhooks } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { attemptEvent } from './attempt-event.ts';
import { getEvent, insertTest } from './webhook-events.queries.ts';
import { findSigning } from './webhooks.queries.ts';

/**
 * Sends a test while the caller waits, and logs it. It is no attempt that counts: it neither switches a webhook off nor says that its
 * receiver works again. No transaction is open meanwhile.
 */
export async function tryWebhook(ctx: Context, scope: ApplicationScope, id: number) {
  const { applicationId } = scope;
  const signing = await ctx.db.transaction(scope, (tx) => findSigning(tx, applicationId, id, ctx.clock()));
  const test = { message_id: randomUUID(), type: webhooks.TEST_EVENT, happened_at: ctx.clock() };
  const { result, ...attempt } = await attemptEvent(ctx, {
    ...signing,
    ...test,
    webhook_id: id,
    data: {},
    number: null,
  });
  return ctx.db.transaction(scope, async (tx) => {
    const state = result === 'accepted' ? 'delivered' : 'failed';
    const eventId = await insertTest(tx, applicationId, id, { ...test, ...attempt, state });
    await announce(tx, applicationId, ['webhooks']);
    return getEvent(tx, applicationId, id, eventId);
  });
}
