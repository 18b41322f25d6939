import type { triggers } from '@wardvoice/contract';
import type { Tx } from '../../../platform/db/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { listNamesOf, type TrialRow } from './trials.queries.ts';

/** Returns a trial as it is shown, with the names of those whom the caller may see. */
export async function presentTrial(
  tx: Tx,
  scope: Scope,
  { outcome, ...trial }: TrialRow,
  { applicationId, withNames }: { applicationId: number; withNames: boolean },
): Promise<triggers.TriggerTrial> {
  const ids = withNames ? (outcome?.decisions ?? []).flatMap(({ message_id }) => message_id ?? []) : [];
  const names = await listNamesOf(tx, scope, applicationId, ids);
  return {
    id: trial.id,
    state: trial.state,
    days: trial.days,
    expected: trial.expected,
    examined: trial.examined,
    asked_at: trial.asked_at.toISOString(),
    finished_at: trial.finished_at?.toISOString() ?? null,
    outcome: outcome && {
      ...outcome,
      decisions: outcome.decisions.map((decision) => ({
        ...decision,
        ...(names.get(decision.message_id ?? 0) ?? { given_name: null, family_name: null }),
      })),
    },
  };
}
