import { results, type reports } from '@wardvoice/contract';
import type { Funnel } from './statistics/funnel.ts';

/** Number of places at which the limits are computed for drawing. */
const CURVE_POINTS = 40;

/** Returns the limits for drawing. Places lie closer together where there are few people, because there the limits bend. */
export function curveOf(funnel: Funnel, largest: number): reports.WardsReport['curve'] {
  const [first, last] = [Math.sqrt(results.FEWEST_ANSWERS), Math.sqrt(largest * 1.05)];
  return Array.from({ length: CURVE_POINTS }, (_, at) => {
    const count = (first + ((last - first) * at) / (CURVE_POINTS - 1)) ** 2;
    return { count: Math.round(count * 10) / 10, ...funnel.limitsAt(count) };
  });
}
