import type { Proportion } from './newcombe.ts';
import { Z_95, Z_998 } from '../../../platform/statistics/wilson.ts';

/** How much wards differ beyond chance. */
export interface Dispersion {
  /** Mean of the squared z-values, with the most extreme tenth on either side drawn in. About 1 where chance is all. */
  phi: number;
  /** Variance between the wards, on the scale of the z-values' numerator; 0 where chance is all. */
  tauSquared: number;
}

/** What one ward's share is measured against. */
export interface FunnelLimits {
  lower_95: number;
  upper_95: number;
  lower_998: number;
  upper_998: number;
}

/** Where a share lies: inside the 95 % limits, beyond them, or far beyond, outside the 99.8 % limits. */
export type Place = 'far_below' | 'below' | 'inside' | 'above' | 'far_above';

/** Part of the z-values, on either side, that is drawn in before φ is computed. */
const WINSORISED = 0.1;

/**
 * Draws the lowest and the highest tenth in to the next value, one on either side at least, so that a few wards that differ do not
 * hide themselves: they would make φ large, and the limits wide.
 */
export function winsorise(values: readonly number[], part = WINSORISED): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const drawnIn = Math.max(1, Math.floor(part * values.length));
  const [lowest = 0, highest = 0] = [sorted[drawnIn], sorted[values.length - 1 - drawnIn]];
  return values.map((value) => Math.min(highest, Math.max(lowest, value)));
}

/** φ, the mean of the squared z-values. */
export const phiOf = (z: readonly number[]): number => z.reduce((sum, one) => sum + one * one, 0) / z.length;

/**
 * τ², the variance between the units of an additive random-effects model, from φ and the variance of each unit (the method of
 * moments of R. DerSimonian and N. Laird, Controlled Clinical Trials 7 (1986) 177–188, with φ in place of their Q).
 */
export function tauSquaredOf(phi: number, variances: readonly number[]): number {
  const units = variances.length;
  const weights = variances.map((variance) => 1 / variance);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const squares = weights.reduce((total, weight) => total + weight * weight, 0);
  if (units < 2) return 0;
  return Math.max(0, (units * phi - (units - 1)) / (sum - squares / sum));
}

/** The angle of a share: its variance depends on the number of people alone, and limits made with it stay between 0 and 1. */
const angleOf = (share: number): number => Math.asin(Math.sqrt(share));
const shareOf = (angle: number): number => Math.sin(Math.min(Math.PI / 2, Math.max(0, angle))) ** 2;
const varianceOf = (count: number): number => 1 / (4 * count);

/**
 * A funnel plot of proportions around their common share, with limits that over-dispersion widens: D. J. Spiegelhalter, "Funnel
 * plots for comparing institutional performance", Statistics in Medicine 24 (2005) 1185–1202; on the scale of the angle √p → arcsin,
 * as D. J. Spiegelhalter et al., "Statistical methods for healthcare regulation", J. R. Stat. Soc. A 175 (2012) 1–47.
 */
export interface Funnel extends Dispersion {
  centre: number;
  /** Limits for so many people. */
  limitsAt(count: number): FunnelLimits;
  placeOf(unit: Proportion): Place;
}

/** `all` is everybody: the wards' people, and those of no ward that is shown. */
export function funnelOf(units: readonly Proportion[], all: Proportion): Funnel {
  const centre = all.successes / all.count;
  const middle = angleOf(centre);
  const z = units.map(({ successes, count }) => (angleOf(successes / count) - middle) / Math.sqrt(varianceOf(count)));
  const phi = phiOf(winsorise(z));
  const tauSquared = tauSquaredOf(
    phi,
    units.map(({ count }) => varianceOf(count)),
  );
  const limitsAt = (count: number): FunnelLimits => {
    const deviation = Math.sqrt(varianceOf(count) + tauSquared);
    return {
      lower_95: shareOf(middle - Z_95 * deviation),
      upper_95: shareOf(middle + Z_95 * deviation),
      lower_998: shareOf(middle - Z_998 * deviation),
      upper_998: shareOf(middle + Z_998 * deviation),
    };
  };
  return {
    centre,
    phi,
    tauSquared,
    limitsAt,
    placeOf: ({ successes, count }) => {
      const share = successes / count;
      const { lower_95, upper_95, lower_998, upper_998 } = limitsAt(count);
      if (share < lower_998) return 'far_below';
      if (share > upper_998) return 'far_above';
      if (share < lower_95) return 'below';
      return share > upper_95 ? 'above' : 'inside';
    },
  };
}
