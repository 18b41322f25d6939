/** The share of a normal distribution that lies more than three standard deviations above its mean. */
const TAIL = 0.001349898031630095;

/** Returns the largest count that so few people reach or stay below with at most the chance of 3 σ; -1 when there is none. */
function largestRareCount(count: number, share: number): number {
  if (share >= 1) return count - 1;
  // As a logarithm, because for many people the first of them is smaller than the smallest number.
  let logarithm = count * Math.log1p(-share);
  let reached = Math.exp(logarithm);
  let rare = -1;
  for (let successes = 0; successes < count && reached <= TAIL; successes += 1) {
    rare = successes;
    logarithm += Math.log(((count - successes) / (successes + 1)) * (share / (1 - share)));
    reached += Math.exp(logarithm);
  }
  return rare;
}

/**
 * Returns the smallest and largest share that chance gives so few people, where each tail beyond has at most the probability that
 * lies beyond 3 σ of a normal distribution ("probability limits"). For few people and shares near 0 or 1, where the normal
 * distribution is a poor picture of the binomial one, and a point beyond 3 σ is no rarity.
 */
export function exactLimits(count: number, share: number): { lower: number; upper: number } {
  return {
    lower: (largestRareCount(count, share) + 1) / count,
    upper: (count - largestRareCount(count, 1 - share) - 1) / count,
  };
}
