/** Limits of a chart that are the same at each point. */
export interface XmrLimits {
  centre: number;
  meanMovingRange: number;
  lower: number;
  upper: number;
}

/** 3 / d₂, with d₂ = 1.128 for two values, as Wheeler rounds it. */
const LIMIT_FACTOR = 2.66;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the mean of the absolute differences of neighbours. */
export function meanMovingRange(values: readonly number[]): number {
  const ranges = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? value)));
  return mean(ranges);
}

/**
 * Returns the natural process limits of individual values: their mean ± 2.66 mean moving ranges. D. J. Wheeler, Understanding
 * Variation: The Key to Managing Chaos, 2nd ed., SPC Press 2000. There are two values at least.
 */
export function xmrLimits(values: readonly number[]): XmrLimits {
  const centre = mean(values);
  const range = meanMovingRange(values);
  return {
    centre,
    meanMovingRange: range,
    lower: centre - LIMIT_FACTOR * range,
    upper: centre + LIMIT_FACTOR * range,
  };
}
