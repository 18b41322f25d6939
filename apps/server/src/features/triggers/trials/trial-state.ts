import type { triggers } from '@wardvoice/contract';
import type { Tx } from '../../../platform/db/database.ts';
import { updateTrials, type TrialChanges } from './trials.queries.ts';

type State = triggers.TrialState;

export type TrialEvent = 'begun' | 'counted' | 'given_up' | 'cancelled';

/** The life of a trial: event × from → to. A state that an event does not name is not moved by it. */
export const TRIAL_LIFECYCLE: Record<TrialEvent, Partial<Record<State, State>>> = {
  /** A job counts, for the first time or after a process that ended. */
  begun: { waiting: 'running', running: 'running' },
  /** All past events were looked at. */
  counted: { running: 'done' },
  /** It was begun too often and never came to its end. */
  given_up: { waiting: 'failed', running: 'failed' },
  /** A person wants no result. */
  cancelled: { waiting: 'cancelled', running: 'cancelled' },
};

/** Moves a trial, where the event moves it. Returns false where it did not. */
export async function moveTrial(tx: Tx, id: number, event: TrialEvent, changes: TrialChanges = {}): Promise<boolean> {
  // The keys of the table are states.
  for (const [from, to] of Object.entries(TRIAL_LIFECYCLE[event]) as [State, State][])
    if (await updateTrials(tx, id, from, { ...changes, state: to })) return true;
  return false;
}
