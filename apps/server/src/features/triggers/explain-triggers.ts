import type { Tx } from '../../platform/db/database.ts';
import { findMismatch } from './matches-filters.ts';
import { listEventsOfVisit } from './preview.queries.ts';
import { TRIGGERING } from './run-triggers.ts';
import { HL7_MESSAGE_PROCESSED } from './trigger-catalog.ts';
import { listActiveTriggers } from './triggers.queries.ts';

export interface TriggerExplanation {
  /** False when no event of the visit could start a trigger yet. */
  hasEvent: boolean;
  /** Active triggers that matched no event of the visit, each with the filter that excluded the newest event. */
  notMatched: { trigger_id: number; action: string; filter: string }[];
}

/** Explains why no trigger sent a survey about a visit, using the triggers as they are now. */
export async function explainTriggers(tx: Tx, applicationId: number, visitId: number): Promise<TriggerExplanation> {
  const events = await listEventsOfVisit(tx, applicationId, visitId, [...TRIGGERING]);
  const active = await listActiveTriggers(tx, applicationId, HL7_MESSAGE_PROCESSED);
  const notMatched = active.flatMap(({ id, action, config }) => {
    const mismatches = events.map((event) => findMismatch(config.filters, event, event.processed_at));
    const [newest] = mismatches;
    return newest && !mismatches.includes(null) ? [{ trigger_id: id, action, filter: newest }] : [];
  });
  return { hasEvent: events.length > 0, notMatched };
}
