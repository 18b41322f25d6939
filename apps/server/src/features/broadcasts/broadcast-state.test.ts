import { broadcasts } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { BROADCAST_LIFECYCLE, stateAfter, type BroadcastEvent } from './broadcast-state.ts';

/** Returns the next state for each state, or the text of the refusal. */
const outcomes = (event: BroadcastEvent) =>
  Object.fromEntries(
    broadcasts.BROADCAST_STATES.map((state) => {
      try {
        return [state, stateAfter(event, { state })];
      } catch (error) {
        return [state, (error as Error).message];
      }
    }),
  );

it('can be started while it is scheduled or finished', () => {
  expect(outcomes('started')).toEqual({
    scheduled: 'running',
    running: 'This broadcast is running already.',
    paused: 'This broadcast is paused. Resume it first.',
    finished: 'running',
    cancelled: 'This broadcast was cancelled. Make a new one.',
  });
});

it('continues where it was paused', () => {
  const refused = { finished: 'Only what is paused can be resumed.', cancelled: 'Only what is paused can be resumed.' };
  const others = { scheduled: 'scheduled', running: 'running', ...refused };
  expect(outcomes('resumed')).toEqual({ ...others, paused: 'scheduled' });
  expect(outcomes('run_resumed')).toEqual({ ...others, paused: 'running' });
});

it('stays cancelled', () => {
  for (const event of Object.keys(BROADCAST_LIFECYCLE) as BroadcastEvent[])
    expect([event, BROADCAST_LIFECYCLE[event].cancelled]).toEqual([
      event,
      event === 'cancelled' ? 'cancelled' : undefined,
    ]);
});

it.each(['changed', 'days_added'] as const)('is not %s while a run is sending', (event) => {
  expect(outcomes(event).running).toBe('This broadcast is running. Wait for its end, or cancel it.');
});

it('is scheduled again only when there is another day', () => {
  expect(outcomes('run_ended').running).toBe('scheduled');
  expect(outcomes('last_run_ended').running).toBe('finished');
  expect([outcomes('changed').finished, outcomes('days_added').finished]).toEqual(['finished', 'scheduled']);
});

it('names the event and the state when a system event is refused', () => {
  expect(outcomes('run_ended').paused).toBe('The event run_ended does not apply to a broadcast that is paused.');
});
