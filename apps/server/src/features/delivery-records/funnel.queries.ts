import type { deliveries, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { isChosen, readFilters } from './delivery-records.queries.ts';

/** Deliveries with the same values, counted. */
export interface FunnelGroup {
  state: deliveries.DeliveryState;
  reason: deliveries.SuppressionReason | null;
  opened: boolean;
  count: number;
}

/** Counts in one pass over an index that contains all columns needed (deliveries_funnel). */
export async function readFunnel(
  tx: Tx,
  scope: ApplicationScope,
  which: QueryOf<typeof deliveries.getDeliveryFunnel>,
): Promise<deliveries.DeliveryFunnel> {
  const { rows } = await sql<FunnelGroup>`
    select d.state, d.reason, d.opened, count(*) as count from deliveries d
    where ${isChosen(scope, await readFilters(tx, scope, which))}
    group by d.state, d.reason, d.opened`.execute(tx);
  return addUpFunnel(rows);
}

/** Each delivery is counted in exactly one of sent, waiting, failed and suppressed, so the figures always add up. */
export function addUpFunnel(groups: readonly FunnelGroup[]): deliveries.DeliveryFunnel {
  const count = (is: (group: FunnelGroup) => boolean) => groups.filter(is).reduce((sum, group) => sum + group.count, 0);
  const isAnswered = ({ state }: FunnelGroup) => state === 'answered';
  const isSent = ({ state }: FunnelGroup) => state === 'sent' || state === 'delivered' || state === 'answered';
  // A person who opened the survey has received it, whether or not the gateway sends receipts.
  const isOpened = (group: FunnelGroup) => isAnswered(group) || (isSent(group) && group.opened);
  return {
    eligible: count(() => true),
    sent: count(isSent),
    delivered: count((group) => isOpened(group) || group.state === 'delivered'),
    opened: count(isOpened),
    answered: count(isAnswered),
    waiting: count(({ state }) => state === 'scheduled' || state === 'sending'),
    failed: count(({ state }) => state === 'failed'),
    suppressed: count(({ state }) => state === 'suppressed'),
    reasons: countReasons(groups),
  };
}

type Counted = { reason: deliveries.SuppressionReason | null; count: number };

/** Returns how often each reason occurred, the most frequent first. */
export function countReasons(counted: readonly Counted[]): deliveries.DeliveryFunnel['reasons'] {
  const reasons = new Map<deliveries.SuppressionReason, number>();
  for (const { reason, count } of counted) if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  return [...reasons].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}
