import type { Tx } from '../../platform/db/database.ts';
import { findMismatch } from './matches-filters.ts';
import { listEventsOfVisit } from './preview.queries.ts';
import { TRIGGERING } from './run-triggers.ts';
import { HL7_MESSAGE_PROCESSED } from './trigger-catalog.ts';
import { listActiveTriggers } from './triggers.queries.ts';

export interface TriggerExplanation {
  /** False: nothing has happened yet that a trigger could act on. */
  hasEvent: boolean;
  /** Triggers that are on and matched none of the visit's events, each with the filter that kept the newest event out. */
  notMatched: { trigger_id: number; action: string; filter: string }[];
}

/** Why no trigger asked about a visit, by the triggers as they are now. */
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
