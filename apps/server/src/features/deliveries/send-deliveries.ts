import type { Context } from '../../platform/context.ts';
import { withRetry } from '../../platform/db/database.ts';
import type { SendResult } from '../../platform/gateways/gateway.ts';
import { whenDatabaseIsBack } from '../../platform/db/when-database-is-back.ts';
import { applicationScope } from '../../platform/scope.ts';
import { isForPatient } from '../suppression/index.ts';
import { claimDeliveries } from './claim.ts';
import { dispatch, type Claimed } from './dispatch.ts';
import { moveDeliveries } from './delivery-state.ts';
import { enqueueAgain } from './enqueue-again.ts';
import { holdBackUnprocessed } from './hold-back-unprocessed.ts';
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
  const heldBack = await holdBackAgain(ctx, applicationId, claimed, comesBack);
  const leaving = claimed.filter(({ id }) => !heldBack.has(id));
  const results = await Promise.all(
    leaving.map(async (delivery): Promise<[Claimed, SendResult]> => [delivery, await dispatch(ctx, delivery)]),
  );
  // Only this process knows what the gateway said; without it nobody could say whether a delivery arrived.
  await whenDatabaseIsBack(() =>
    withRetry(() =>
      ctx.db.transaction(applicationScope(applicationId), (tx) =>
        recordResults(tx, ctx, applicationId, results, { comesBack }),
      ),
    ),
  );
}

/** What was acknowledged since the claim is seen here. Returns the deliveries that do not leave now. */
function holdBackAgain(
  ctx: Context,
  applicationId: number,
  claimed: readonly Claimed[],
  comesBack: boolean,
): Promise<ReadonlySet<number>> {
  const ids = claimed.filter(isForPatient).map(({ id }) => id);
  if (ids.length === 0) return Promise.resolve(new Set());
  return withRetry(() =>
    ctx.db.transaction(applicationScope(applicationId), async (tx) => {
      const moves = await holdBackUnprocessed(tx, ctx, applicationId, ids);
      await moveDeliveries(tx, applicationId, moves);
      if (comesBack) await enqueueAgain(tx, applicationId, moves);
      return new Set(moves.map(({ id }) => id));
    }),
  );
}
