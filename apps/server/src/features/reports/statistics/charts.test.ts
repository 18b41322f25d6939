import { describe, expect, it } from 'vitest';
import { exactLimits } from './binomial.ts';
import { pLimits } from './p-chart.ts';
import { findSignals, type ChartPoint } from './signal-rules.ts';
import { xmrLimits } from './xmr.ts';

describe('the limits of individual values', () => {
  // NIST/SEMATECH e-Handbook of Statistical Methods §6.3.2.2: the flow rate of ten batches.
  const flow = [49.6, 47.6, 49.9, 51.3, 47.8, 51.2, 52.6, 52.4, 53.6, 52.1];

  it('are the published ones of the flow rate of ten batches', () => {
    const found = xmrLimits(flow);
    expect(found.centre).toBeCloseTo(50.81, 10);
    expect(found.meanMovingRange).toBeCloseTo(1.8778, 4);
    // Published as 55.8041 and 45.8159 with 3/1.128; the factor 2.66 is that, rounded.
    expect(found.upper).toBeCloseTo(55.8, 2);
    expect(found.lower).toBeCloseTo(45.82, 2);
    expect(found.centre + (3 / 1.128) * found.meanMovingRange).toBeCloseTo(55.8041, 4);
  });

  it('are what the sum of the ranges says, counted in tenths', () => {
    const ranges = [20, 23, 14, 35, 34, 14, 2, 12, 15];
    const { upper, lower, meanMovingRange } = xmrLimits(flow);
    expect(meanMovingRange).toBeCloseTo(169 / 90, 12);
    expect(ranges.reduce((sum, range) => sum + range, 0)).toBe(169);
    expect(upper).toBeCloseTo(50.81 + (2.66 * 169) / 90, 10);
    expect(lower).toBeCloseTo(50.81 - (2.66 * 169) / 90, 10);
  });
});

describe('the limits of shares', () => {
  // NIST/SEMATECH e-Handbook §6.3.3.2: misplaced chips in 30 samples of 50.
  const chips = [
    12, 15, 8, 10, 4, 7, 16, 9, 14, 10, 5, 6, 17, 12, 22, 8, 10, 5, 13, 11, 20, 18, 24, 15, 9, 12, 7, 13, 9, 6,
  ].map((successes) => ({ successes, count: 50 }));

  it('are the published ones of 30 wafers, before they are widened', () => {
    const found = pLimits(chips);
    expect(found.centre).toBeCloseTo(0.2313, 4);
    const half = 3 * Math.sqrt((found.centre * (1 - found.centre)) / 50);
    expect(found.centre + half).toBeCloseTo(0.4102, 4);
    expect(found.centre - half).toBeCloseTo(0.0524, 4);
    expect(found.limitsAt(50).upper).toBeCloseTo(found.centre + Math.max(1, found.sigmaZ) * half, 12);
  });

  it('are those of Shewhart where the points differ no more than chance makes them', () => {
    const calm = Array.from({ length: 24 }, (_, at) => ({ successes: at % 2 === 0 ? 40 : 42, count: 50 }));
    const { isPrime, sigmaZ, limitsAt, centre } = pLimits(calm);
    expect([isPrime, sigmaZ < 1]).toEqual([false, true]);
    expect(limitsAt(50).lower).toBeCloseTo(centre - 3 * Math.sqrt((centre * (1 - centre)) / 50), 12);
  });

  it('are those of individual values where all points have as many people and differ by more, as Laney says', () => {
    const wide = [24, 31, 22, 30, 20, 32, 27, 19, 30, 28].map((successes) => ({ successes, count: 50 }));
    const { isPrime, limitsAt } = pLimits(wide);
    const shares = wide.map(({ successes, count }) => successes / count);
    const { centre, meanMovingRange } = xmrLimits(shares);
    expect(isPrime).toBe(true);
    expect(limitsAt(50).lower).toBeCloseTo(centre - (3 / 1.128) * meanMovingRange, 12);
    expect(limitsAt(50).upper).toBeCloseTo(Math.min(1, centre + (3 / 1.128) * meanMovingRange), 12);
  });

  it('are wider for fewer people, and stay between 0 and 1', () => {
    const { limitsAt } = pLimits([
      { successes: 180, count: 200 },
      { successes: 18, count: 20 },
      { successes: 5, count: 5 },
    ]);
    const limits = [200, 20, 5].map(limitsAt);
    const lower = limits.map((one) => one.lower);
    expect(lower).toEqual(lower.toSorted((a, b) => b - a));
    expect(limits.every((one) => one.lower >= 0 && one.upper <= 1)).toBe(true);
  });

  it('of few people leave out no more than chance would, by the probabilities added up one by one', () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);
    const upTo = (n: number, p: number, most: number) =>
      Array.from({ length: most + 1 }, (_, k) => choose(n, k) * p ** k * (1 - p) ** (n - k)).reduce((a, b) => a + b, 0);
    for (const [count, share] of [
      [5, 0.95],
      [20, 0.9],
      [40, 0.08],
      [12, 0.5],
    ] as const) {
      const { lower, upper } = exactLimits(count, share);
      const [least, most] = [Math.round(lower * count), Math.round(upper * count)];
      expect(upTo(count, share, least - 1)).toBeLessThanOrEqual(0.00135);
      expect(upTo(count, share, least)).toBeGreaterThan(0.00135);
      expect(1 - upTo(count, share, most)).toBeLessThanOrEqual(0.00135);
      expect(1 - upTo(count, share, most - 1)).toBeGreaterThan(0.00135);
    }
  });
});

describe('what chance does not explain', () => {
  const points = (...values: number[]): ChartPoint[] =>
    values.map((value) => ({ value, centre: 0, lower: -10, upper: 10 }));

  it('is a point beyond a limit, and not one on it', () => {
    expect(findSignals(points(1, -2, 11, -1, 10))).toEqual([{ rule: 'beyond_limit', side: 'high', first: 2, last: 2 }]);
    expect(findSignals(points(1, -10.5))).toEqual([{ rule: 'beyond_limit', side: 'low', first: 1, last: 1 }]);
  });

  it('is a run of eight on one side, and not one of seven', () => {
    expect(findSignals(points(-1, 1, 2, 1, 3, 1, 2, 1))).toEqual([]);
    expect(findSignals(points(-1, 1, 2, 1, 3, 1, 2, 1, 4, 1))).toEqual([
      { rule: 'run_of_eight', side: 'high', first: 1, last: 9 },
    ]);
    expect(findSignals(points(1, 2, 1, 3, 0, 1, 2, 1, 4, 1))).toEqual([]);
  });

  it('is three of four nearer to a limit than to the centre', () => {
    expect(findSignals(points(1, 6, -2, 7, 6, 1))).toEqual([{ rule: 'near_limit', side: 'high', first: 1, last: 4 }]);
    expect(findSignals(points(1, 6, -2, 5, 6, 1))).toEqual([]);
    expect(findSignals(points(6, -6, 7, -7, 6, -6))).toEqual([]);
  });
});
