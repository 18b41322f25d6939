import type { deliveries, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/scope.ts';
import { isChosen } from './deliveries.queries.ts';

interface Group {
  state: deliveries.DeliveryState;
  reason: deliveries.SuppressionReason | null;
  opened: boolean;
  count: number;
}

/** One pass over an index that holds all it asks for (deliveries_funnel), however many deliveries there are. */
export async function readFunnel(
  tx: Tx,
  scope: Scope,
  which: QueryOf<typeof deliveries.getDeliveryFunnel>,
): Promise<deliveries.DeliveryFunnel> {
  const { rows } = await sql<Group>`
    select d.state, d.reason, d.opened, count(*) as count from deliveries d
    where ${isChosen(scope, which)}
    group by d.state, d.reason, d.opened`.execute(tx);
  return addUpFunnel(rows);
}

/** Each delivery is counted in exactly one of sent, waiting, failed and suppressed, so that it adds up by itself. */
export function addUpFunnel(groups: readonly Group[]): deliveries.DeliveryFunnel {
  const count = (is: (group: Group) => boolean) => groups.filter(is).reduce((sum, group) => sum + group.count, 0);
  const isAnswered = ({ state }: Group) => state === 'answered';
  const isSent = ({ state }: Group) => state === 'sent' || state === 'delivered' || state === 'answered';
  // Who opened it has received it, whether the gateway tells of receipts or not.
  const isOpened = (group: Group) => isAnswered(group) || (isSent(group) && group.opened);
  const reasons = new Map<deliveries.SuppressionReason, number>();
  for (const group of groups)
    if (group.reason) reasons.set(group.reason, (reasons.get(group.reason) ?? 0) + group.count);
  return {
    eligible: count(() => true),
    sent: count(isSent),
    delivered: count((group) => isOpened(group) || group.state === 'delivered'),
    opened: count(isOpened),
    answered: count(isAnswered),
    waiting: count(({ state }) => state === 'scheduled' || state === 'sending'),
    failed: count(({ state }) => state === 'failed'),
    suppressed: count(({ state }) => state === 'suppressed'),
    reasons: [...reasons].map(([reason, many]) => ({ reason, count: many })).sort((a, b) => b.count - a.count),
  };
}
