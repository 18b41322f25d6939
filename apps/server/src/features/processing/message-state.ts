import type { messages } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';

/** A message that is not stored yet, or the state of one that is. */
export const MESSAGE_SITUATIONS = ['new', 'received', 'processed', 'ignored', 'error'] as const;
type Situation = (typeof MESSAGE_SITUATIONS)[number];

/** What validation may find, when a message arrives and when it is validated again. */
export type ValidationEvent = 'accepted' | 'skipped' | 'refused';
/** What processing a waiting message may lead to. */
export type ProcessingEvent = 'applied' | 'ignored' | 'failed';
/** What processing a processed message once more may lead to, when patients are rebuilt. */
export type RebuildEvent = 'rebuilt' | 'rebuilt_ignored' | 'rebuilt_failed';

export type MessageEvent = ValidationEvent | ProcessingEvent | RebuildEvent;

/** The transitions of a message: event × from → to. An event does not move a message in a situation that it does not list. */
export const MESSAGE_LIFECYCLE = {
  /** It is to be processed. A person may have any stored message validated again. */
  accepted: { new: 'received', received: 'received', processed: 'received', ignored: 'received', error: 'received' },
  /** Its type is not used. */
  skipped: { new: 'ignored', received: 'ignored', processed: 'ignored', ignored: 'ignored', error: 'ignored' },
  /** It breaks a rule of the header, or names no patient. */
  refused: { new: 'error', received: 'error', processed: 'error', ignored: 'error', error: 'error' },
  /** It is applied to its patient and visit. */
  applied: { received: 'processed' },
  /** Its event changes nothing. */
  ignored: { received: 'ignored' },
  /** It cannot be read, leaves a doubt who is meant, or stopped the processing. */
  failed: { received: 'error' },
  rebuilt: { processed: 'processed' },
  rebuilt_ignored: { processed: 'ignored' },
  rebuilt_failed: { processed: 'error' },
} as const satisfies Record<MessageEvent, Partial<Record<Situation, messages.MessageState>>>;

const VALIDATION_EVENTS = ['accepted', 'skipped', 'refused'] as const satisfies readonly ValidationEvent[];
const PROCESSING_EVENTS = ['applied', 'ignored', 'failed'] as const satisfies readonly ProcessingEvent[];
const REBUILD_EVENTS = ['rebuilt', 'rebuilt_ignored', 'rebuilt_failed'] as const satisfies readonly RebuildEvent[];

/** The states in which intake may store a message. */
export type NewMessageState = (typeof MESSAGE_LIFECYCLE)[ValidationEvent]['new'];

/** SQL: validation may make this state of the message `m`. */
export const mayBeValidatedAs = (state: RawBuilder<unknown>) => mayBecome(VALIDATION_EVENTS, state);
/** SQL: processing may make this state of the waiting message `m`. */
export const mayBeProcessedAs = (state: RawBuilder<unknown>) => mayBecome(PROCESSING_EVENTS, state);
/** SQL: rebuilding patients may make this state of the processed message `m`. */
export const mayBeRebuiltAs = (state: RawBuilder<unknown>) => mayBecome(REBUILD_EVENTS, state);

/** SQL of the table above: one of these events makes `state` of the message `m`. */
function mayBecome(events: readonly MessageEvent[], state: RawBuilder<unknown>): RawBuilder<boolean> {
  const cases = MESSAGE_SITUATIONS.flatMap((from) => {
    const states = events.flatMap((event) => {
      const moves: Partial<Record<Situation, messages.MessageState>> = MESSAGE_LIFECYCLE[event];
      return moves[from] ?? [];
    });
    return states.length === 0
      ? []
      : sql`when ${sql.lit(from)} then ${state} in (${sql.join(states.map((to) => sql.lit(to)))})`;
  });
  // A case expression leaves the plan alone: the row is found by its id, and never by an index of the states.
  return sql<boolean>`case m.state ${sql.join(cases, sql` `)} else false end`;
}
