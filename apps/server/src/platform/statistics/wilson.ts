/** A part of the range from 0 to 1, or of the range of a difference. */
export interface Interval {
  lower: number;
  upper: number;
}

/** Quantile of the normal distribution that leaves 2.5 % on either side. */
export const Z_95 = 1.959963984540054;
/** Quantile of the normal distribution that leaves 0.1 % on either side. */
export const Z_998 = 3.090232306167813;

/**
 * Returns the 95 % score interval of a proportion, without a correction for continuity: E. B. Wilson, "Probable inference, the law
 * of succession, and statistical inference", J. Am. Stat. Assoc. 22 (1927) 209–212; method 3 of R. G. Newcombe, Statistics in
 * Medicine 17 (1998) 857–872. It holds for few people and for shares near 0 and 1, and never leaves that range.
 */
export function wilson(successes: number, count: number, z = Z_95): Interval {
  const share = successes / count;
  const middle = share + (z * z) / (2 * count);
  const half = z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  const whole = 1 + (z * z) / count;
  // At the ends the exact bound is 0 or 1; the subtraction would leave a rest of the rounding.
  return {
    lower: successes === 0 ? 0 : (middle - half) / whole,
    upper: successes === count ? 1 : (middle + half) / whole,
  };
}
