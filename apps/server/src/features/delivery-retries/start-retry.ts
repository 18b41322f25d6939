import { deliveries, type BodyOf } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { rescheduleDeliveries, setOverrideReason } from '../deliveries/index.ts';
import { askGateFor, OVERRIDABLE } from '../suppression/index.ts';
import { insertRetry, lockFailed, type What } from './delivery-retries.queries.ts';

type Choice = BodyOf<typeof deliveries.startRetry>['retry'];

/**
 * Retries failed deliveries, each by its own job that asks the gate. When it is called twice, or by two people, each
 * delivery is retried once: the second call finds nothing failed. The override reason is stored only with deliveries
 * that need it. Returns the id of the retry and the number of deliveries.
 */
export async function startRetry(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  what: What,
  { include_unknown, override_reason }: Choice,
): Promise<{ id: number; count: number }> {
  const { applicationId } = scope;
  const now = ctx.clock();
  const ids = await lockFailed(tx, scope, what, { includeUnknown: include_unknown, limit: deliveries.MAX_RETRIED });
  if (ids.length === 0)
    throw new Conflict('None of these can be tried again: they are on their way already, or were left out.');
  const id = await insertRetry(tx, scope, ids.length, now);
  if (override_reason !== undefined) {
    const answers = await askGateFor(tx, applicationId, ids, now);
    const overridden = ids.filter((one) => {
      const answer = answers.get(one);
      return answer && !answer.open && OVERRIDABLE.has(answer.reason);
    });
    await setOverrideReason(tx, applicationId, overridden, override_reason);
  }
  await rescheduleDeliveries(tx, applicationId, ids, now, id);
  await announce(tx, applicationId, ['deliveries']);
  return { id, count: ids.length };
}
