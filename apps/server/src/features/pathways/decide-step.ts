import type { deliveries, pathways } from '@wardvoice/contract';

/** What is known about a step that is due for one patient. */
export interface DueFacts {
  due_at: Date;
  closes_at: Date;
  /** Why it was not asked at its time. */
  put_off: deliveries.SuppressionReason | null;
  /** The person's data were erased. */
  is_erased: boolean;
  /** The person has been in the same pathway for longer by another record, which was merged into theirs. */
  is_second: boolean;
  /** An earlier step has come to what the condition of this one says. */
  is_met: boolean;
  /** The person answered the survey within the window, in another way. */
  is_answered: boolean;
  /** Why the gate would refuse the message; null: it would not. */
  refusal: deliveries.SuppressionReason | null;
}

export type Decision =
  | { kind: 'asked' }
  | { kind: 'skipped'; reason: 'condition' | 'answered_elsewhere' }
  | { kind: 'missed'; reason: deliveries.SuppressionReason | 'late' }
  | { kind: 'put_off'; reason: deliveries.SuppressionReason; until: Date }
  /** The plan was changed at the moment in which the person was enrolled: the step is due later. */
  | { kind: 'early'; until: Date }
  | { kind: 'ended'; reason: pathways.EndReason };

/** Refusals of the gate after which nothing of the pathway is asked any more. */
const FINAL: Partial<Record<deliveries.SuppressionReason, pathways.EndReason>> = {
  deceased: 'deceased',
  opted_out: 'opted_out',
  event_cancelled: 'event_cancelled',
};
const DAY_MS = 86_400_000;

/**
 * Decides what becomes of a step. Refusals that may pass, such as a stay in the hospital or another survey that was sent lately, put it
 * off day by day until its window ends.
 */
export function decideStep(facts: DueFacts, now: Date): Decision {
  if (facts.is_erased) return { kind: 'ended', reason: 'erased' };
  if (facts.is_second) return { kind: 'ended', reason: 'merged' };
  const final = facts.refusal && FINAL[facts.refusal];
  if (final) return { kind: 'ended', reason: final };
  if (facts.due_at > now) return { kind: 'early', until: facts.due_at };
  if (!facts.is_met) return { kind: 'skipped', reason: 'condition' };
  if (facts.is_answered) return { kind: 'skipped', reason: 'answered_elsewhere' };
  if (facts.closes_at <= now) return { kind: 'missed', reason: facts.refusal ?? facts.put_off ?? 'late' };
  if (!facts.refusal) return { kind: 'asked' };
  const tomorrow = new Date(now.getTime() + DAY_MS);
  return { kind: 'put_off', reason: facts.refusal, until: tomorrow < facts.closes_at ? tomorrow : facts.closes_at };
}
