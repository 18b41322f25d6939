import { pick, type Random } from '../demo-people.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Draws from one sequence of random numbers. */
export interface Draw {
  random: Random;
  chance(share: number): boolean;
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  /** How often something happens that happens `mean` times on average. */
  count(mean: number): number;
  /** A waiting time with this average. */
  waiting(mean: number): number;
  /** A number around 0 with a standard deviation of 1. */
  deviation(): number;
}

export function drawFrom(random: Random): Draw {
  return {
    random,
    chance: (share) => random() < share,
    between: (low, high) => low + random() * (high - low),
    pick: (from) => pick(random, from),
    count(mean) {
      const end = Math.exp(-mean);
      let count = 0;
      for (let left = random(); left > end; left *= random()) count += 1;
      return count;
    },
    waiting: (mean) => -Math.log(1 - random()) * mean,
    // Four numbers have a variance of a third together.
    deviation: () => (random() + random() + random() + random() - 2) * Math.sqrt(3),
  };
}

export const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
