import { describe, expect, it } from 'vitest';
import { pauseAfter, RETRY_AFTER_MS } from './event-state.ts';

describe('the pause before the next attempt', () => {
  it('is as Standard Webhooks proposes, up to a fifth longer', () => {
    const hours = (ms: number | null) => (ms ?? 0) / 3_600_000;
    const pauses = RETRY_AFTER_MS.map((_, index) => pauseAfter(index + 1, () => 0));
    expect(pauses.slice(0, 3)).toEqual([5_000, 300_000, 1_800_000]);
    expect(pauses.slice(3).map(hours)).toEqual([2, 5, 10, 14, 20, 24]);
    expect(pauseAfter(1, () => 1)).toBe(6_000);
  });

  it('ends with the tenth attempt', () => {
    expect([pauseAfter(9, () => 0), pauseAfter(10)]).toEqual([86_400_000, null]);
  });
});
