import { randomUUID } from 'node:crypto';
import { webhooks } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue, type Job } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { systemScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { attemptEvent, type Attempted } from './attempt-event.ts';
import {
  beginFailing,
  claimEvents,
  endFailing,
  recordAttempt,
  switchOff,
  type ClaimedEvent,
} from './claim-events.queries.ts';
import { confirmSubscription } from './subscriptions/subscriptions.queries.ts';
import { EVENT_LIFECYCLE, pauseAfter } from './event-state.ts';

export const SEND_WEBHOOKS = 'send-webhooks';

export const sendWebhooksJob = (runAt?: Date): Job => ({
  task: SEND_WEBHOOKS,
  payload: {},
  ...(runAt ? { runAt } : {}),
});

/** Attempts of one process at once. They only wait for receivers, and a receiver that hangs has a few of them. */
const MAX_IN_FLIGHT = 40;
/** After this time the job claims no more and another one goes on, so that a flood does not keep a process from stopping. */
const CLAIM_MS = 5_000;
const FAILING_MS = webhooks.FAILING_DAYS * 86_400_000;

/**
 * Returns the job of this process that sends what is due. However many jobs there are, one run claims at a time; a job that finds one
 * under way wakes it and ends, so hanging receivers keep no other job from running.
 *
 * Events are sent at least once: an event whose process dies between the attempt and its record is sent again under its webhook-id.
 */
export function createWebhookSender(ctx: Context): () => Promise<void> {
  let underWay: { isWoken: boolean; wake: () => void } | null = null;
  return async () => {
    if (underWay) {
      underWay.isWoken = true;
      underWay.wake();
      return;
    }
    const run = { isWoken: false, wake: () => undefined as void };
    underWay = run;
    const inFlight = new Set<Promise<unknown>>();
    const failures: unknown[] = [];
    const claimUntil = performance.now() + CLAIM_MS;
    try {
      for (;;) {
        run.isWoken = false;
        const woken = new Promise<void>((resolve) => (run.wake = resolve));
        const claim = randomUUID();
        const claimed = await claimDue(ctx, claim, MAX_IN_FLIGHT - inFlight.size);
        for (const event of claimed) {
          const sending: Promise<unknown> = send(ctx, event, claim)
            .catch((error: unknown) => failures.push(error))
            .finally(() => {
              inFlight.delete(sending);
              // A place that becomes free while the next events are claimed was not seen by that claim.
              run.isWoken = true;
            });
          inFlight.add(sending);
        }
        if (performance.now() > claimUntil) {
          await ctx.db.transaction(systemScope('every application'), (tx) => enqueue(tx, [sendWebhooksJob()]));
          break;
        }
        if ((claimed.length > 0 && inFlight.size < MAX_IN_FLIGHT) || run.isWoken) continue;
        if (inFlight.size === 0) break;
        await Promise.race([...inFlight, woken]);
      }
    } finally {
      underWay = null;
    }
    await Promise.all(inFlight);
    if (failures.length > 0) throw failures[0];
  };
}

async function claimDue(ctx: Context, claim: string, limit: number): Promise<ClaimedEvent[]> {
  if (limit === 0) return [];
  return ctx.db.transaction(systemScope('every application'), (tx) =>
    claimEvents(tx, { claim, limit, now: ctx.clock() }),
  );
}

async function send(ctx: Context, event: ClaimedEvent, claim: string): Promise<void> {
  const attempted = await attemptEvent(ctx, event);
  await ctx.db.transaction(systemScope('every application'), (tx) => record(tx, ctx, event, { claim, attempted }));
}

async function record(
  tx: Tx,
  ctx: Context,
  event: ClaimedEvent,
  { claim, attempted: { result, ...attempt } }: { claim: string; attempted: Attempted },
): Promise<void> {
  const { id, webhook_id: webhookId, application_id: applicationId } = event;
  const now = ctx.clock();
  const pause = result === 'failed' ? pauseAfter(event.attempts + 1) : null;
  // The row of the webhook first, as everywhere: whoever deletes it locks it before its events.
  if (result === 'accepted') await endFailing(tx, webhookId);
  else await countFailure(tx, ctx, event, result === 'gone');
  const isRecorded = await recordAttempt(
    tx,
    { id, claim },
    {
      ...attempt,
      state: EVENT_LIFECYCLE[result === 'accepted' ? 'accepted' : pause === null ? 'given_up' : 'put_off'].waiting,
      ...(pause === null ? {} : { due_at: new Date(now.getTime() + pause) }),
    },
  );
  if (isRecorded && result === 'accepted' && event.type === webhooks.HANDSHAKE_EVENT) {
    await confirmSubscription(tx, webhookId, now);
    // What has waited for it is sent now.
    await enqueue(tx, [sendWebhooksJob()]);
  }
  if (isRecorded && pause !== null) await enqueue(tx, [sendWebhooksJob(new Date(now.getTime() + pause))]);
  await announce(tx, applicationId, ['webhooks']);
}

/** Switches the webhook off when its receiver wants no more, or has done nothing but fail for days. */
async function countFailure(
  tx: Tx,
  ctx: Context,
  { webhook_id: id, application_id, url }: ClaimedEvent,
  isGone: boolean,
): Promise<void> {
  const now = ctx.clock();
  const failingSince = await beginFailing(tx, id, now);
  if (!failingSince) return;
  const hasFailedForDays = now.getTime() - failingSince.getTime() >= FAILING_MS;
  if (!isGone && !hasFailedForDays) return;
  const reason = isGone ? 'gone' : 'failing';
  await switchOff(tx, id, reason, now);
  await recordAudit(tx, ctx, {
    at: now,
    action: 'switch_off',
    record_type: 'webhooks',
    record_id: id,
    application_id,
    details: { url, reason },
  });
}
