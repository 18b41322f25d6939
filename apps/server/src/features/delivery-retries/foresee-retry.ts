import { deliveries } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { askGateFor, findPossibleFrom, OVERRIDABLE } from '../suppression/index.ts';
import { listRetriable, type What } from './delivery-retries.queries.ts';

export interface Refusal {
  reason: deliveries.SuppressionReason;
  /** Deliveries that certainly did not arrive. */
  count: number;
  /** Deliveries that may have arrived. */
  unknown: number;
  overridable: boolean;
  possible_from: Date | null;
}

/**
 * Returns what the gate would refuse if these failed deliveries were retried now, by reason, the most frequent first.
 * The result may change, because each is checked again before it is sent.
 */
export async function foreseeRefusals(tx: Tx, scope: ApplicationScope, what: What, now: Date): Promise<Refusal[]> {
  const { applicationId } = scope;
  const candidates = await listRetriable(tx, scope, what, deliveries.MAX_FORESEEN);
  const answers = await askGateFor(
    tx,
    applicationId,
    candidates.map(({ id }) => id),
    now,
  );
  const refusals = new Map<deliveries.SuppressionReason, Refusal>();
  for (const { id, outcome_unknown } of candidates) {
    const answer = answers.get(id);
    if (!answer || answer.open) continue;
    const { reason } = answer;
    const refusal = refusals.get(reason) ?? {
      reason,
      count: 0,
      unknown: 0,
      overridable: OVERRIDABLE.has(reason),
      possible_from: null,
    };
    if (outcome_unknown) refusal.unknown += 1;
    else refusal.count += 1;
    refusals.set(reason, refusal);
  }
  const found = [...refusals.values()].sort((a, b) => b.count + b.unknown - (a.count + a.unknown));
  const [only, second] = candidates;
  const [refusal] = found;
  if (refusal && only && !second && only.patient_id !== null)
    refusal.possible_from = await findPossibleFrom(tx, applicationId, only.patient_id, refusal.reason, now);
  return found;
}
