import type { Tx } from '../../platform/db/database.ts';
import { findMismatch } from './matches-filters.ts';
import { listEventsOf, type EventsOf } from './trials/past-events.queries.ts';
import { TRIGGERING } from './run-triggers.ts';
import { HL7_MESSAGE_PROCESSED } from './trigger-catalog.ts';
import { listActiveTriggers } from './triggers.queries.ts';

export interface TriggerExplanation {
  /** False when none of the events can start a trigger. */
  hasEvent: boolean;
  /** Number of active triggers that start with a message. */
  active: number;
  /** Active triggers that matched none of the events, each with the filter that excluded the newest event. */
  notMatched: { trigger_id: number; action: string; filter: string }[];
}

/** Explains why no trigger sent a survey about a visit or a message, using the triggers as they are now. */
export async function explainTriggers(tx: Tx, applicationId: number, of: EventsOf): Promise<TriggerExplanation> {
  const events = await listEventsOf(tx, applicationId, of, [...TRIGGERING]);
  const active = await listActiveTriggers(tx, applicationId, HL7_MESSAGE_PROCESSED);
  const notMatched = active.flatMap(({ id, action, config }) => {
    const mismatches = events.map((event) => findMismatch(config.filters, event, event.processed_at));
    const [newest] = mismatches;
    return newest && !mismatches.includes(null) ? [{ trigger_id: id, action, filter: newest }] : [];
  });
  return { hasEvent: events.length > 0, active: active.length, notMatched };
}
