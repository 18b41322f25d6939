import { describe, expect, it } from 'vitest';
import { drawLimits, type Measured } from './draw-limits.ts';
import { periodsBetween } from './periods.ts';

const WEEKS = periodsBetween('2026-01-05', '2026-12-28', 'week');

const scores = (...values: (number | null)[]): Measured[] =>
  values.map((value, at) => ({
    period: WEEKS[at] ?? '',
    count: value === null ? null : 30,
    value,
    successes: 0,
    not_counted: value === null ? 'too_few' : null,
  }));

const CALM = [80, 82, 79, 81, 80, 78, 81, 80, 82, 79, 81, 80];

describe('the limits of a trend', () => {
  it('are those of the points that count, and are drawn for the others that are shown', () => {
    const points = scores(...CALM, 40);
    const partial = points.map((point, at) => (at === 12 ? { ...point, not_counted: 'partial' as const } : point));
    const { limits, baselines, signals } = drawLimits(partial, 'score', []);
    expect(baselines).toMatchObject([{ points: 12, chart: 'xmr', provisional: true }]);
    expect(baselines[0]?.centre).toBeCloseTo(963 / 12, 10);
    expect(limits[12]).toEqual({ ...limits[0], signal: null });
    expect(signals).toEqual([]);
  });

  it('are missing where fewer than ten points count', () => {
    const { limits, baselines } = drawLimits(scores(80, 82, 79, null, 81, 80, 78, 81, 80, 82), 'score', []);
    expect(baselines).toMatchObject([{ points: 9, chart: null, centre: null }]);
    expect(limits[0]).toEqual({ lower: null, upper: null, signal: null });
  });

  it('stay where figures can be', () => {
    const { limits } = drawLimits(scores(...CALM.map((score) => (score === 80 ? 99 : 90))), 'score', []);
    expect(limits[0]?.upper).toBe(100);
  });

  it('begin anew after a change, and leave out a point that is too few to say', () => {
    const change = { kind: 'wording', day: '2026-03-30', detail: '2', period: WEEKS[12] ?? '' } as const;
    const { baselines, limits } = drawLimits(scores(...CALM, null, ...CALM.map((score) => score - 30)), 'score', [
      change,
    ]);
    expect(baselines.map(({ from, points, changes }) => [from, points, changes])).toEqual([
      [WEEKS[0], 12, []],
      [WEEKS[12], 12, [change]],
    ]);
    expect(limits[12]).toEqual({ lower: null, upper: null, signal: null });
  });
});

it('a point on the other side is no part of three in four near a limit', () => {
  const { limits, signals } = drawLimits(scores(...CALM, ...CALM, 84, 79.5, 84, 84), 'score', []);
  expect(signals).toEqual([{ rule: 'near_limit', side: 'high', from: WEEKS[24], to: WEEKS[27] }]);
  expect(limits.slice(24).map(({ signal }) => signal)).toEqual(['high', null, 'high', 'high']);
});
