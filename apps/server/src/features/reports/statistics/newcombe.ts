import { wilson, Z_95, type Interval } from '../../../platform/statistics/wilson.ts';

/** So many of so many people. */
export interface Proportion {
  successes: number;
  count: number;
}

/**
 * Returns the difference of two proportions, the first less the second, with its interval, of 95 % unless `z` is another quantile: method 10 (square and add, from
 * Wilson's intervals) of R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in
 * Medicine 17 (1998) 873–890.
 */
export function differenceOfProportions(
  first: Proportion,
  second: Proportion,
  z = Z_95,
): Interval & { difference: number } {
  const [a, b] = [first.successes / first.count, second.successes / second.count];
  const [ofA, ofB] = [wilson(first.successes, first.count, z), wilson(second.successes, second.count, z)];
  const difference = a - b;
  return {
    difference,
    lower: difference - Math.hypot(a - ofA.lower, ofB.upper - b),
    upper: difference + Math.hypot(ofA.upper - a, b - ofB.lower),
  };
}
