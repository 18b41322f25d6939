import { isShare, type Measure, type Signal, type TrendPoint, type TrendReport, type WardFigures } from './reports.ts';

/* What figures of reports mean, before it is put into words: the same on the screens and in the PDF. */

/** How a point is drawn: a triangle up or down is beyond chance, a ring is not judged. */
export type Mark = 'plain' | 'hollow' | 'high' | 'low';

export const markOfPoint = ({ signal, not_counted }: Pick<TrendPoint, 'signal' | 'not_counted'>): Mark =>
  signal ?? (not_counted === null ? 'plain' : 'hollow');

/** Only what is far outside is marked: of twenty wards, one is outside of the 95 % limits by chance. */
export function markOfPlace(place: WardFigures['place']): Mark {
  if (place === 'far_above') return 'high';
  return place === 'far_below' ? 'low' : 'plain';
}

/** The smallest and largest value that a measure can have. */
export const RANGES: Readonly<Record<Measure, readonly [number, number]>> = {
  score: [0, 100],
  nps: [-100, 100],
  satisfied: [0, 1],
  response_rate: [0, 1],
};

/** How the periods of a signal are named: alone, up to now, or from one to another. `lastCounted`: the last period that is judged. */
export const spanOf = ({ from, to }: Signal, lastCounted: string | undefined): 'one' | 'since' | 'between' =>
  from === to ? 'one' : to === lastCounted ? 'since' : 'between';

/** The last period that is judged; undefined when none is. */
export const lastCountedOf = ({ points }: Pick<TrendReport, 'points'>): string | undefined =>
  points.findLast(({ not_counted }) => not_counted === null)?.period;

interface Usual {
  centre: number;
  lower: number;
  upper: number;
}

/**
 * Between which limits a figure says nothing new now; null when there are too few points for limits. A mean is rounded to a tenth, as
 * it is shown.
 */
export function usualOf({ measure, points, baselines }: TrendReport): Usual | null {
  const latest = baselines.at(-1);
  const last = points.findLast(({ not_counted, lower }) => not_counted === null && lower !== null);
  if (!latest?.chart || latest.centre === null || !last || last.lower === null || last.upper === null) return null;
  const round = (value: number): number => roundFigure(value, measure);
  return { centre: round(latest.centre), lower: round(last.lower), upper: round(last.upper) };
}

/** A mean is shown to a tenth, as the results show it. */
export const roundFigure = (value: number, measure: Measure): number =>
  isShare(measure) ? value : Math.round(value * 10) / 10;
