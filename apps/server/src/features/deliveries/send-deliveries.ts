import { randomUUID } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { isDatabaseAway, withRetry } from '../../platform/db/database.ts';
import type { SendResult } from '../../platform/gateways/gateway.ts';
import { whenDatabaseIsBack } from '../../platform/db/when-database-is-back.ts';
import { applicationScope } from '../../platform/scope.ts';
import { traceOfMessage } from '../acknowledged/index.ts';
import { isForPatient } from '../suppression/index.ts';
import { claimDeliveries, type SendingJob } from './claim.ts';
import { listClaimedBy } from './claim.queries.ts';
import { dispatch, type Claimed } from './dispatch.ts';
import { moveDeliveries, type DeliveryMove } from './delivery-state.ts';
import { enqueueAgain } from './enqueue-again.ts';
import { holdBackHeardOf } from './hold-back-unprocessed.ts';
import { recordResults } from './record.ts';
import { refuseUncompared } from './remembered-claims.ts';

/**
 * Sends the delivery of a job, and others that are due: claims, dispatches and records them. Each step is a
 * transaction, so that after a crash the state shows how far it came. While sending is on hold the delivery stays
 * scheduled, and releasing the hold enqueues another job.
 */
export async function sendDelivery(
  ctx: Context,
  applicationId: number,
  deliveryId: number,
  job: SendingJob | null = null,
): Promise<void> {
  const attempt = randomUUID();
  const outcome = await claimDeliveries(ctx, applicationId, { id: deliveryId, job, attempt }).catch(
    async (error: unknown) => {
      // The connection was lost, so the claim may or may not be committed. Nothing has been sent.
      if (isDatabaseAway(error)) await giveBack(ctx, applicationId, { attempt, comesBack: true });
      throw error;
    },
  );
  if (outcome.state === 'claimed') await dispatchAll(ctx, applicationId, outcome.claimed, { attempt, comesBack: true });
}

/** Dispatches the claimed deliveries, as many at once as their gateway takes, and records the results. */
export async function dispatchAll(
  ctx: Context,
  applicationId: number,
  claimed: readonly Claimed[],
  options: { attempt: string; comesBack: boolean },
): Promise<void> {
  for (const some of inParts(claimed, ctx.gateways.sms.atOnce ?? claimed.length))
    await dispatchSome(ctx, applicationId, some, options);
}

/** Cuts claimed deliveries into parts with at most so many SMS each, in their order. */
function inParts(claimed: readonly Claimed[], maxSms: number): Claimed[][] {
  const parts: Claimed[][] = [];
  let room = 0;
  for (const delivery of claimed) {
    const needs = delivery.channel === 'sms' ? 1 : 0;
    if (parts.length === 0 || needs > room) {
      parts.push([]);
      room = maxSms;
    }
    room -= needs;
    parts.at(-1)?.push(delivery);
  }
  return parts;
}

/** What is heard of a person until right before their part leaves holds theirs back. */
async function dispatchSome(
  ctx: Context,
  applicationId: number,
  claimed: readonly Claimed[],
  { attempt, comesBack }: { attempt: string; comesBack: boolean },
): Promise<void> {
  const heldBack = await holdBackAgain(ctx, applicationId, claimed, comesBack).catch(async (error: unknown) => {
    // Nothing has been sent, so the deliveries are claimed again and the gate is asked again, instead of leaving each
    // to a person.
    if (isDatabaseAway(error)) await giveBack(ctx, applicationId, { attempt, comesBack });
    throw error;
  });
  const leaving = claimed.filter(({ id }) => !heldBack.has(id));
  const results = await Promise.all(
    leaving.map(async (delivery): Promise<[Claimed, SendResult]> => {
      const startedAt = ctx.clock();
      const result = await dispatch(ctx, delivery);
      traceSent(ctx, delivery, startedAt, result);
      return [delivery, result];
    }),
  );
  // Only this process knows the gateway's results. If they were lost, nobody could know whether a delivery arrived.
  await whenDatabaseIsBack(() =>
    withRetry(() =>
      ctx.db.transaction(applicationScope(applicationId), (tx) =>
        recordResults(tx, ctx, applicationId, results, { comesBack }),
      ),
    ),
  );
}

/** Writes what came of a delivery into the trace of its message. The error is not in it: gateways name addresses in theirs. */
function traceSent(ctx: Context, delivery: Claimed, startedAt: Date, result: SendResult): void {
  const { id, message_id, application_id, channel, purpose, attempts } = delivery;
  if (message_id === null) return;
  ctx.traces.add(traceOfMessage(message_id), {
    name: `send ${channel}`,
    startedAt,
    endedAt: ctx.clock(),
    hasFailed: !result.ok,
    attributes: {
      'wardvoice.delivery': id,
      'wardvoice.application': application_id,
      'wardvoice.purpose': purpose,
      'wardvoice.gateway': ctx.gateways[channel].name,
      'wardvoice.attempt': attempts,
      'wardvoice.outcome': result.ok ? 'accepted' : result.outcome,
    },
  });
}

/**
 * When the database is back, reschedules what this attempt claimed and certainly has not sent. Deliveries that another
 * attempt has claimed by then, because this process was taken for dead, are left alone.
 */
function giveBack(
  ctx: Context,
  applicationId: number,
  { attempt, comesBack }: { attempt: string; comesBack: boolean },
): Promise<void> {
  return whenDatabaseIsBack(() =>
    withRetry(() =>
      ctx.db.transaction(applicationScope(applicationId), async (tx) => {
        const at = ctx.clock();
        const moves = (await listClaimedBy(tx, applicationId, attempt)).map((id): DeliveryMove => ({
          id,
          event: 'held_back',
          at,
          slot_at: null,
        }));
        const moved = await moveDeliveries(tx, applicationId, moves);
        if (comesBack)
          await enqueueAgain(
            tx,
            applicationId,
            moves.filter(({ id }) => moved.has(id)),
          );
      }),
    ),
  );
}

/** Holds back deliveries whose person a message since the claim is about. Returns those that are not sent now. */
function holdBackAgain(
  ctx: Context,
  applicationId: number,
  claimed: readonly Claimed[],
  comesBack: boolean,
): Promise<ReadonlySet<number>> {
  const forPatients = claimed.filter(isForPatient);
  if (forPatients.length === 0) return Promise.resolve(new Set());
  return withRetry(() =>
    ctx.db.transaction(applicationScope(applicationId), async (tx) => {
      // The claim may have been lost with the machine that confirmed it.
      await refuseUncompared(tx, ctx);
      const moves = await holdBackHeardOf(tx, ctx, applicationId, forPatients);
      await moveDeliveries(tx, applicationId, moves);
      if (comesBack) await enqueueAgain(tx, applicationId, moves);
      return new Set(moves.map(({ id }) => id));
    }),
  );
}
