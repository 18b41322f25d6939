import { exactLimits } from './binomial.ts';
import type { Proportion } from './newcombe.ts';
import { meanMovingRange } from './xmr.ts';

/** Limits of a chart of proportions. They are wider where fewer people answered. */
export interface PLimits {
  centre: number;
  /** Laney's factor: how much more the points differ than chance makes them differ. */
  sigmaZ: number;
  /** Whether the limits are Laney's, because the factor is over 1. */
  isPrime: boolean;
  /** The limits for so many people, between 0 and 1. */
  limitsAt(count: number): { lower: number; upper: number };
}

/** d₂ for two values. */
const D2 = 1.128;
/** With fewer people expected on either side, the limits are exact ones of the binomial distribution. */
const FEWEST_EXPECTED = 5;

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

/**
 * Returns the limits of a p-chart, centre ± 3 √(p(1−p)/n): W. A. Shewhart; NIST/SEMATECH e-Handbook of Statistical Methods
 * §6.3.3.2. Where the points differ by more than chance, the limits are wider by σ_z, from the moving ranges of the z-values: D. B.
 * Laney, "Improved control charts for attributes", Quality Engineering 14 (2002) 531–537. σ_z below 1 does not narrow them.
 */
export function pLimits(points: readonly Proportion[]): PLimits {
  const all = points.reduce((sum, { count }) => sum + count, 0);
  const centre = points.reduce((sum, { successes }) => sum + successes, 0) / all;
  const sigmaOf = (count: number) => Math.sqrt((centre * (1 - centre)) / count);
  const isConstant = centre === 0 || centre === 1;
  const z = points.map(({ successes, count }) => (successes / count - centre) / sigmaOf(count));
  const sigmaZ = isConstant || points.length < 2 ? 1 : meanMovingRange(z) / D2;
  const factor = Math.max(1, sigmaZ);
  return {
    centre,
    sigmaZ,
    isPrime: sigmaZ > 1,
    limitsAt: (count) => {
      const isNormal = Math.min(centre, 1 - centre) * count >= FEWEST_EXPECTED;
      const half = 3 * sigmaOf(count);
      const { lower, upper } = isNormal ? { lower: centre - half, upper: centre + half } : exactLimits(count, centre);
      return { lower: clamp(centre - factor * (centre - lower)), upper: clamp(centre + factor * (upper - centre)) };
    },
  };
}
