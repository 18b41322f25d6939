import { quantileOfT } from '../../../platform/statistics/student-t.ts';
import type { Interval } from '../../../platform/statistics/wilson.ts';

/** A sample by what is known of it. */
export interface Sample {
  count: number;
  mean: number;
  /** With `count - 1` below. */
  variance: number;
}

/**
 * Returns the difference of two means, the first less the second, with its 95 % interval, where the variances need not be alike:
 * B. L. Welch, "The generalization of 'Student's' problem when several different population variances are involved", Biometrika 34
 * (1947) 28–35, with the degrees of freedom of F. E. Satterthwaite, Biometrics Bulletin 2 (1946) 110–114. Each sample has two
 * members at least.
 */
export function differenceOfMeans(
  first: Sample,
  second: Sample,
): Interval & { difference: number; degrees: number | null } {
  const [a, b] = [first.variance / first.count, second.variance / second.count];
  const difference = first.mean - second.mean;
  // Where nobody differs from anybody in either sample, the difference is no estimate.
  if (a + b === 0) return { difference, lower: difference, upper: difference, degrees: null };
  const degrees = (a + b) ** 2 / (a ** 2 / (first.count - 1) + b ** 2 / (second.count - 1));
  const half = quantileOfT(0.05, degrees) * Math.sqrt(a + b);
  return { difference, lower: difference - half, upper: difference + half, degrees };
}
