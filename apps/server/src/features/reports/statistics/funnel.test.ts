import { describe, expect, it } from 'vitest';
import { funnelOf, phiOf, tauSquaredOf, winsorise } from './funnel.ts';
import type { Proportion } from './newcombe.ts';

describe('how much wards differ beyond chance', () => {
  it('is the published φ of six hospitals', () => {
    // Expected value of the tests of FunnelPlotR (NHS-R Community): log ratios of 100/108, 150/112, 180/165, 80/95, 120/100, 225/220.
    const observed = [100, 150, 180, 80, 120, 225];
    const expected = [108, 112, 165, 95, 100, 220];
    const z = observed.map((count, at) => {
      const of = expected[at] ?? 1;
      return Math.log(count / of) * Math.sqrt(of);
    });
    expect(phiOf(z)).toBeCloseTo(2.948033, 6);
  });

  it('is the published τ² of the 13 trials of BCG vaccine', () => {
    // G. A. Colditz et al., JAMA 271 (1994) 698–702; Q = 152.2330 and τ² = 0.3088 (DerSimonian–Laird) in the manual of metafor.
    const trials = [
      [4, 119, 11, 128],
      [6, 300, 29, 274],
      [3, 228, 11, 209],
      [62, 13536, 248, 12619],
      [33, 5036, 47, 5761],
      [180, 1361, 372, 1079],
      [8, 2537, 10, 619],
      [505, 87886, 499, 87892],
      [29, 7470, 45, 7232],
      [17, 1699, 65, 1600],
      [186, 50448, 141, 27197],
      [5, 2493, 3, 2338],
      [27, 16886, 29, 17825],
    ].map(([a = 0, b = 0, c = 0, d = 0]) => ({
      effect: Math.log(a / (a + b) / (c / (c + d))),
      variance: 1 / a - 1 / (a + b) + 1 / c - 1 / (c + d),
    }));
    const weights = trials.map(({ variance }) => 1 / variance);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const centre = trials.reduce((total, { effect, variance }) => total + effect / variance, 0) / sum;
    const z = trials.map(({ effect, variance }) => (effect - centre) / Math.sqrt(variance));
    expect(phiOf(z) * 13).toBeCloseTo(152.233, 3);
    const tauSquared = tauSquaredOf(
      phiOf(z),
      trials.map(({ variance }) => variance),
    );
    expect(tauSquared).toBeCloseTo(0.3088, 4);
    // The same, from the pairs of trials in place of the weights' squares.
    const pairs = weights.flatMap((one, at) => weights.slice(at + 1).map((other) => one * other));
    const twice = (2 * pairs.reduce((total, pair) => total + pair, 0)) / sum;
    expect(tauSquared).toBeCloseTo((phiOf(z) * 13 - 12) / twice, 10);
  });

  it('is measured after the most extreme tenth on either side, or one, is drawn in', () => {
    const z = [9, -7, 1, 2, 3, -1, -2, -3, 0, 0.5];
    expect(winsorise(z)).toEqual([3, -3, 1, 2, 3, -1, -2, -3, 0, 0.5]);
    expect(winsorise([5, 1, -5])).toEqual([1, 1, 1]);
  });
});

describe('a funnel of wards', () => {
  const funnel = (units: readonly Proportion[]) => {
    const sum = (of: keyof Proportion) => units.reduce((total, unit) => total + unit[of], 0);
    return funnelOf(units, { successes: sum('successes'), count: sum('count') });
  };
  const ward = (successes: number, count: number) => ({ successes, count });
  const calm = Array.from({ length: 20 }, (_, at) => ward(Math.round((40 + at * 10) * 0.8), 40 + at * 10));

  it('that differ by chance alone is that of chance', () => {
    const { tauSquared, placeOf, limitsAt, centre } = funnel(calm);
    expect([tauSquared, new Set(calm.map(placeOf))]).toEqual([0, new Set(['inside'])]);
    // 95 % limits of the angle, turned back: sin²(arcsin √p ± 1.96 / 2√n) = (1 − cos 2x) / 2.
    const angle = Math.acos(1 - 2 * centre) - 1.959963984540054 / Math.sqrt(100);
    expect(limitsAt(100).lower_95).toBeCloseTo((1 - Math.cos(angle)) / 2, 12);
  });

  it('shows a ward far below the others, which does not hide itself by widening the limits', () => {
    const { placeOf, tauSquared } = funnel([...calm, ward(50, 100)]);
    expect([placeOf(ward(50, 100)), tauSquared]).toEqual(['far_below', 0]);
    expect(placeOf(calm[0] ?? ward(1, 1))).toBe('inside');
  });

  it('has wider limits where all wards differ by more than chance', () => {
    const wild = Array.from({ length: 20 }, (_, at) => ward(at % 2 === 0 ? 140 : 180, 200));
    const { phi, tauSquared, limitsAt, placeOf } = funnel(wild);
    expect([phi > 2, tauSquared > 0]).toEqual([true, true]);
    expect(limitsAt(200).lower_95).toBeLessThan(funnel(calm).limitsAt(200).lower_95);
    expect(new Set(wild.map(placeOf))).toEqual(new Set(['inside']));
  });

  it('narrows with more people and never leaves 0 to 1', () => {
    const { limitsAt } = funnel(calm);
    const widths = [5, 20, 100, 1000].map((count) => limitsAt(count).upper_998 - limitsAt(count).lower_998);
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
    expect(limitsAt(1)).toMatchObject({ upper_998: 1 });
    expect(limitsAt(1).lower_998).toBeGreaterThanOrEqual(0);
  });
});
