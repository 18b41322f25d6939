import type { Context } from '../../platform/context.ts';
import { withRetry } from '../../platform/db/database.ts';
import type { SendResult } from '../../platform/gateways/gateway.ts';
import { applicationScope } from '../../platform/scope.ts';
import { claimDeliveries } from './claim.ts';
import { dispatch, type Claimed } from './dispatch.ts';
import { recordResults } from './record.ts';

/**
 * One delivery by its job: claimed, dispatched, recorded. Each step is a transaction, so that a crash leaves a state that says
 * where. While sending is held it stays scheduled, and its release makes another job.
 */
export async function sendDelivery(ctx: Context, applicationId: number, deliveryId: number): Promise<void> {
  const outcome = await claimDeliveries(ctx, applicationId, { ids: [deliveryId] });
  if (outcome.state === 'claimed') await dispatchAll(ctx, applicationId, outcome.claimed, { comesBack: true });
}

/** Dispatches what was claimed, all at once, and records what came of it. */
export async function dispatchAll(
  ctx: Context,
  applicationId: number,
  claimed: readonly Claimed[],
  { comesBack }: { comesBack: boolean },
): Promise<void> {
  if (claimed.length === 0) return;
  const results = await Promise.all(
    claimed.map(async (delivery): Promise<[Claimed, SendResult]> => [delivery, await dispatch(ctx, delivery)]),
  );
  await withRetry(() =>
    ctx.db.transaction(applicationScope(applicationId), (tx) =>
      recordResults(tx, ctx, applicationId, results, { comesBack }),
    ),
  );
}
