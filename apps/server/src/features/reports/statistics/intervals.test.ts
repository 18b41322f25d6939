import { describe, expect, it } from 'vitest';
import { differenceOfProportions } from './newcombe.ts';
import { quantileOfT, tailsOfT } from '../../../platform/statistics/student-t.ts';
import { differenceOfMeans, type Sample } from './welch.ts';
import { wilson, Z_95 } from '../../../platform/statistics/wilson.ts';

/** The place between two others where a function that falls from above 0 crosses it, by halving. */
function crossing(low: number, high: number, of: (at: number) => number): number {
  let [from, to] = [low, high];
  for (let step = 0; step < 200; step += 1) {
    const middle = (from + to) / 2;
    if (of(middle) > 0 === of(from) > 0) from = middle;
    else to = middle;
  }
  return from;
}

/** Wilson's bounds found by trying: the shares that are just z standard errors, at that share, away from what was found. */
function boundsByTrying(successes: number, count: number) {
  const share = successes / count;
  const excess = (theta: number) => Math.abs(share - theta) - Z_95 * Math.sqrt((theta * (1 - theta)) / count);
  return {
    lower: successes === 0 ? 0 : crossing(0, share, excess),
    upper: successes === count ? 1 : crossing(1, share, excess),
  };
}

describe('the interval of a share', () => {
  // R. G. Newcombe, Statistics in Medicine 17 (1998) 857–872, table I, method 3.
  const published = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const;

  it.each(published)('of %i of %i people is the published one', (successes, count, lower, upper) => {
    const found = wilson(successes, count);
    expect(found.lower).toBeCloseTo(lower, 4);
    expect(found.upper).toBeCloseTo(upper, 4);
  });

  it.each(published)('of %i of %i people is the one that is found by trying', (successes, count) => {
    const [found, tried] = [wilson(successes, count), boundsByTrying(successes, count)];
    expect(found.lower).toBeCloseTo(tried.lower, 10);
    expect(found.upper).toBeCloseTo(tried.upper, 10);
  });
});

describe('the difference of two shares', () => {
  // R. G. Newcombe, Statistics in Medicine 17 (1998) 873–890, table II, method 10.
  const published = [
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [0, 10, 0, 10, -0.2775, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
  ] as const;

  it.each(published)('of %i/%i and %i/%i has the published interval', (a, m, b, n, lower, upper) => {
    const found = differenceOfProportions({ successes: a, count: m }, { successes: b, count: n });
    expect(found.difference).toBeCloseTo(a / m - b / n, 12);
    expect(found.lower).toBeCloseTo(lower, 4);
    expect(found.upper).toBeCloseTo(upper, 4);
  });

  it.each(published)('of %i/%i and %i/%i has the interval that follows from bounds found by trying', (a, m, b, n) => {
    const found = differenceOfProportions({ successes: a, count: m }, { successes: b, count: n });
    const [first, second] = [boundsByTrying(a, m), boundsByTrying(b, n)];
    const [p, q] = [a / m, b / n];
    expect(found.lower).toBeCloseTo(p - q - Math.sqrt((p - first.lower) ** 2 + (second.upper - q) ** 2), 9);
    expect(found.upper).toBeCloseTo(p - q + Math.sqrt((first.upper - p) ** 2 + (q - second.lower) ** 2), 9);
  });
});

function sampleOf(values: readonly number[]): Sample {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { count: values.length, mean, variance: squares / (values.length - 1) };
}

describe('the difference of two means', () => {
  // Student's sleep data (Biometrika 6 (1908) 20), as in the example of t.test() in the manual of R.
  const first = sampleOf([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]);
  const second = sampleOf([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);

  it('has the interval that R prints for the sleep of two groups', () => {
    const { difference, lower, upper, degrees } = differenceOfMeans(first, second);
    expect(difference).toBeCloseTo(0.75 - 2.33, 12);
    expect(degrees).toBeCloseTo(17.776, 3);
    expect(lower).toBeCloseTo(-3.3654832, 7);
    expect(upper).toBeCloseTo(0.2054832, 7);
  });

  it('leaves 5 % beyond its quantile, as the area under the density says', () => {
    const degrees = 17.776473516178495;
    const t = quantileOfT(0.05, degrees);
    // Simpson's rule over the density up to its constant, which is the area under all of it: t = tan(angle) has finite ends.
    const density = (angle: number) => Math.cos(angle) ** (degrees - 1);
    const area = (to: number) => {
      const parts = 20_000;
      const width = to / parts;
      const sum = Array.from({ length: parts + 1 }, (_, at) => {
        const weight = at === 0 || at === parts ? 1 : at % 2 === 1 ? 4 : 2;
        return weight * density(at * width);
      }).reduce((total, part) => total + part, 0);
      return (sum * width) / 3;
    };
    const inside = area(Math.atan(t / Math.sqrt(degrees))) / area(Math.PI / 2);
    expect(inside).toBeCloseTo(0.95, 9);
    expect(tailsOfT(t, degrees)).toBeCloseTo(0.05, 12);
  });

  it('is certain of a difference only where people differ', () => {
    const alike = { count: 5, mean: 100, variance: 0 };
    expect(differenceOfMeans(alike, { ...alike, mean: 80 })).toEqual({
      difference: 20,
      lower: 20,
      upper: 20,
      degrees: null,
    });
  });

  it.each([
    [1, 12.706204736432095],
    [2, 4.302652729911275],
    [10, 2.228138851964939],
    [1e6, 1.9599663577],
  ])('with %i degrees of freedom has the quantile of the tables', (degrees, t) => {
    expect(quantileOfT(0.05, degrees)).toBeCloseTo(t, 8);
  });
});
