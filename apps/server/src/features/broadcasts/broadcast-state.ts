import type { broadcasts } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import { updateBroadcast } from './broadcasts.queries.ts';

type BroadcastState = broadcasts.BroadcastState;

export type BroadcastEvent =
  | 'started'
  | 'day_missed'
  | 'days_over'
  | 'paused'
  | 'resumed'
  | 'run_resumed'
  | 'cancelled'
  | 'run_ended'
  | 'last_run_ended'
  | 'changed'
  | 'days_added';

/** The transitions of a broadcast: event × from → to. An event that does not list a state is refused in it. */
export const BROADCAST_LIFECYCLE: Record<BroadcastEvent, Partial<Record<BroadcastState, BroadcastState>>> = {
  /** A run begins, on its scheduled day or by hand. */
  started: { scheduled: 'running', finished: 'running' },
  /** The scheduled day passed without a run, and another day follows. */
  day_missed: { scheduled: 'scheduled' },
  /** The last scheduled day passed without a run. */
  days_over: { scheduled: 'finished' },
  paused: { scheduled: 'paused', running: 'paused', paused: 'paused' },
  /** The broadcast was paused between two runs. */
  resumed: { paused: 'scheduled', scheduled: 'scheduled', running: 'running' },
  /** The broadcast was paused during a run, which continues. */
  run_resumed: { paused: 'running', scheduled: 'scheduled', running: 'running' },
  /** Final. */
  cancelled: { scheduled: 'cancelled', running: 'cancelled', paused: 'cancelled', cancelled: 'cancelled' },
  /** The run has processed the whole list, and another day follows. */
  run_ended: { running: 'scheduled' },
  last_run_ended: { running: 'finished' },
  /** A person changed the broadcast, and no scheduled day follows. */
  changed: { scheduled: 'scheduled', paused: 'paused', finished: 'finished' },
  /** A person changed the broadcast, and scheduled days follow. */
  days_added: { scheduled: 'scheduled', paused: 'paused', finished: 'scheduled' },
};

const ONLY_PAUSED = 'Only what is paused can be resumed.';
const ONLY_GOING_ON = 'Only what is running or scheduled can be paused.';
const WAS_CANCELLED = 'This broadcast was cancelled. Make a new one.';
const IS_RUNNING = 'This broadcast is running. Wait for its end, or cancel it.';

/** The texts that a person reads when the event is refused. */
const REFUSALS: Partial<Record<BroadcastEvent, Partial<Record<BroadcastState, string>>>> = {
  started: {
    cancelled: WAS_CANCELLED,
    paused: 'This broadcast is paused. Resume it first.',
    running: 'This broadcast is running already.',
  },
  paused: { finished: ONLY_GOING_ON, cancelled: ONLY_GOING_ON },
  resumed: { finished: ONLY_PAUSED, cancelled: ONLY_PAUSED },
  run_resumed: { finished: ONLY_PAUSED, cancelled: ONLY_PAUSED },
  cancelled: { finished: 'This broadcast is finished; there is nothing to cancel.' },
  changed: { running: IS_RUNNING, cancelled: WAS_CANCELLED },
  days_added: { running: IS_RUNNING, cancelled: WAS_CANCELLED },
};

/** Returns the state after the event. Throws Conflict, with what to do instead, where the event is refused. */
export function stateAfter(event: BroadcastEvent, { state }: { state: string }): BroadcastState {
  // A check constraint of the column guarantees the type.
  const from = state as BroadcastState;
  const to = BROADCAST_LIFECYCLE[event][from];
  if (to === undefined)
    throw new Conflict(REFUSALS[event]?.[from] ?? `The event ${event} does not apply to a broadcast that is ${from}.`);
  return to;
}

/**
 * Moves a broadcast whose row the caller has locked. It is the only function that changes the state. Returns false when
 * the broadcast already has that state. Throws Conflict where the event is refused.
 */
export async function moveBroadcast(
  tx: Tx,
  applicationId: number,
  broadcast: { id: number; state: string },
  event: BroadcastEvent,
): Promise<boolean> {
  const to = stateAfter(event, broadcast);
  if (to === broadcast.state) return false;
  await updateBroadcast(tx, applicationId, broadcast.id, { state: to });
  await announce(tx, applicationId, ['broadcasts']);
  return true;
}
