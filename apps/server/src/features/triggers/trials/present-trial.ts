import type { triggers } from '@wardvoice/contract';
import type { Tx } from '../../../platform/db/database.ts';
import type { AuditNote } from '../../../platform/http/audit-calls.ts';
import type { Scope } from '../../../platform/scope.ts';
import { listNamesOf, type TrialRow } from './trials.queries.ts';

const NO_NAMES = { given_name: null, family_name: null };

/** Returns a trial as it is shown, with the names of those whom the caller may see, which the audit notes; null: with none. */
export async function presentTrial(
  tx: Tx,
  scope: Scope,
  { outcome, ...trial }: TrialRow,
  { applicationId, names }: { applicationId: number; names: AuditNote | null },
): Promise<triggers.TriggerTrial> {
  const ids = names ? (outcome?.decisions ?? []).flatMap(({ message_id }) => message_id ?? []) : [];
  const named = await listNamesOf(tx, scope, applicationId, ids);
  names?.saw(named);
  const nameOf = new Map(named.map(({ id, given_name, family_name }) => [id, { given_name, family_name }]));
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
        ...(nameOf.get(decision.message_id ?? 0) ?? NO_NAMES),
      })),
    },
  };
}
