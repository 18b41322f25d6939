import { quantileOfT } from './student-t.ts';

/** A value and how often it occurs. */
export interface Occurrence {
  value: number;
  count: number;
}

export interface Described {
  count: number;
  mean: number;
  /** Standard deviation of a sample; 0 for a single value. */
  deviation: number;
  least: number;
  lower_quartile: number;
  median: number;
  upper_quartile: number;
  most: number;
}

/** Describes at least one value. A quartile between two values lies between them, as percentile_cont of SQL has it. */
export function describeValues(occurrences: readonly Occurrence[]): Described {
  const rising = occurrences.toSorted((one, other) => one.value - other.value);
  const count = rising.reduce((sum, one) => sum + one.count, 0);
  const mean = rising.reduce((sum, one) => sum + one.value * one.count, 0) / count;
  const squares = rising.reduce((sum, one) => sum + (one.value - mean) ** 2 * one.count, 0);
  const at = (place: number) => {
    const [before, after] = [valueAt(rising, Math.floor(place)), valueAt(rising, Math.ceil(place))];
    return before + (after - before) * (place - Math.floor(place));
  };
  return {
    count,
    mean,
    deviation: count > 1 ? Math.sqrt(squares / (count - 1)) : 0,
    least: at(0),
    lower_quartile: at((count - 1) * 0.25),
    median: at((count - 1) * 0.5),
    upper_quartile: at((count - 1) * 0.75),
    most: at(count - 1),
  };
}

/** Returns the value at a place, from 0, among rising ones. */
function valueAt(rising: readonly Occurrence[], place: number): number {
  let before = 0;
  for (const { value, count } of rising) {
    before += count;
    if (place < before) return value;
  }
  throw new Error(`There is no value at place ${place}.`);
}

/** Returns the 95 % confidence interval of a mean by Student's t; null for a single value. */
export function intervalOfMean({ count, mean, deviation }: Described): { from: number; to: number } | null {
  if (count < 2) return null;
  const half = quantileOfT(0.05, count - 1) * (deviation / Math.sqrt(count));
  return { from: mean - half, to: mean + half };
}
