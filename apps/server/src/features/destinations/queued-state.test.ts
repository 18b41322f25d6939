import { destinations } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { pauseAfter, QUEUED_LIFECYCLE, type QueuedMove } from './queued-state.ts';

describe('a message in the queue of a destination', () => {
  it.each<[QueuedMove, (string | undefined)[]]>([
    ['begun', ['sending', 'sending', undefined, undefined]],
    ['accepted', [undefined, 'sent', undefined, undefined]],
    ['put_off', [undefined, 'waiting', undefined, undefined]],
    ['given_up', [undefined, 'failed', undefined, undefined]],
    ['resent', ['waiting', undefined, 'waiting', 'waiting']],
  ])('that is %s moves as the table says', (move, expected) => {
    const row: Partial<Record<destinations.DestinationMessageState, string>> = QUEUED_LIFECYCLE[move];
    expect(destinations.DESTINATION_MESSAGE_STATES.map((from) => row[from])).toEqual(expected);
  });

  it('waits longer after each failure, and five minutes at most', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 1000].map(pauseAfter);
    expect(pauses).toEqual([2_000, 10_000, 30_000, 60_000, 120_000, 300_000, 300_000, 300_000]);
  });
});
