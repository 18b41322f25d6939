import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binsOf } from './bins.ts';

describe('the bins of a histogram', () => {
  it.each([
    [
      { least: 0, most: 10, whole: true },
      { start: 0, width: 1, count: 11 },
    ],
    [
      { least: 3, most: 3, whole: true },
      { start: 3, width: 1, count: 1 },
    ],
    [
      { least: 41.5, most: 131, whole: false },
      { start: 40, width: 10, count: 10 },
    ],
    [
      { least: -20, most: 5, whole: true },
      { start: -20, width: 5, count: 6 },
    ],
    [
      { least: 36.1, most: 39.4, whole: false },
      { start: 36, width: 0.5, count: 7 },
    ],
    [
      { least: -0.00002, most: 199.999985, whole: false },
      { start: -50, width: 50, count: 5 },
    ],
  ])('are round: %j', (numbers, bins) => {
    expect(binsOf(numbers)).toEqual(bins);
  });

  it('hold the least and the most of any numbers, in no more than a dozen', () => {
    const number = fc
      .integer({ min: -999_999_999_000_000, max: 999_999_999_000_000 })
      .map((millionths) => millionths / 1e6);
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [least, most] = [Math.min(a, b), Math.max(a, b)];
        const { start, width, count } = binsOf({ least, most, whole: false });
        const inMillionths = (one: number) => Math.round(one * 1e6);
        expect(inMillionths(start)).toBeLessThanOrEqual(inMillionths(least));
        expect(inMillionths(start) + inMillionths(width) * count).toBeGreaterThan(inMillionths(most));
        expect(count).toBeLessThanOrEqual(12);
      }),
    );
  });
});
