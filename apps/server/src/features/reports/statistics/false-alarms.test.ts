import { expect, it } from 'vitest';
import { pLimits } from './p-chart.ts';
import { findSignals } from './signal-rules.ts';
import { xmrLimits } from './xmr.ts';

/** Numbers from 0 to 1 that a seed makes: mulberry32. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SERIES = 600;
const lengthOf = (random: () => number) => 24 + Math.floor(random() * 80);

/** The share of the points of such series that are beyond a limit, although nothing has changed. */
function falseAlarms(seed: number, draw: (random: () => number, length: number) => Parameters<typeof findSignals>[0]) {
  const random = numbersOf(seed);
  let [points, beyond] = [0, 0];
  for (let series = 0; series < SERIES; series += 1) {
    const chart = draw(random, lengthOf(random));
    points += chart.length;
    for (const { rule, first, last } of findSignals(chart)) if (rule === 'beyond_limit') beyond += last - first + 1;
  }
  return beyond / points;
}

it.each([1, 2, 3])('of scores that vary by chance, fewer than one in a hundred is beyond a limit (seed %i)', (seed) => {
  const share = falseAlarms(seed, (random, length) => {
    const values = Array.from({ length }, () => {
      const radius = Math.sqrt(-2 * Math.log(1 - random()));
      return 80 + 6 * radius * Math.cos(2 * Math.PI * random());
    });
    const limits = xmrLimits(values);
    return values.map((value) => ({ value, ...limits }));
  });
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThan(0.01);
});

it.each([
  [0.5, 20, 60],
  [0.85, 30, 200],
  [0.95, 5, 40],
  [0.95, 40, 120],
  [0.15, 8, 400],
  [0.99, 5, 300],
])('of shares of %d with %i to %i people, fewer than one in a hundred is beyond a limit', (share, fewest, most) => {
  const found = falseAlarms(4, (random, length) => {
    const points = Array.from({ length }, () => {
      const count = fewest + Math.floor(random() * (most - fewest + 1));
      const successes = Array.from({ length: count }, random).filter((one) => one < share).length;
      return { successes, count };
    });
    const { centre, limitsAt } = pLimits(points);
    return points.map(({ successes, count }) => ({ value: successes / count, centre, ...limitsAt(count) }));
  });
  expect(found).toBeLessThan(0.01);
});
