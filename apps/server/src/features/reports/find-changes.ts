import type { reports } from '@wardvoice/contract';
import { nearestPeriod, type Interval } from './periods.ts';
import type { WayRow } from './reports.queries.ts';

/** A change, and the first period in which it counts. */
export type ChangeAt = reports.Change & { period: string };

/** A way by which fewer answer changes the figures too little to matter. */
const LEAST_SHARE = 0.1;
/** Probability at which it is no accident that a way is missing for some time. */
const ACCIDENT = 0.001;

/**
 * Returns what changed between the periods so that figures before and after are no longer alike: the wording, the channels by which
 * people answer or are asked, and the triggers that ask them. A way has begun, or ended, when nobody used it before, or after, and
 * chance would explain that in one of a thousand cases only.
 */
export function findChanges(
  periods: readonly string[],
  { ways, revisions }: { ways: readonly WayRow[]; revisions: readonly { revision: number; day: string }[] },
  interval: Interval,
): ChangeAt[] {
  const wordings = revisions.map(({ revision, day }) => ({
    kind: 'wording' as const,
    day,
    detail: String(revision),
    period: nearestPeriod(day, interval),
  }));
  const channels = changesOf(periods, ways, ({ channel }) => channel, ['channel_begun', 'channel_ended']);
  const triggers = changesOf(periods, ways, ({ trigger }) => trigger, ['trigger_begun', 'trigger_ended']);
  const [, ...afterFirst] = periods;
  const inside = new Set(afterFirst);
  const isInside = ({ period }: ChangeAt) => inside.has(period);
  return [...wordings, ...channels, ...triggers].filter(isInside).toSorted((a, b) => a.day.localeCompare(b.day));
}

type Kind = reports.Change['kind'];

function changesOf(
  periods: readonly string[],
  ways: readonly WayRow[],
  keyOf: (way: WayRow) => string | null,
  [begun, ended]: readonly [Kind, Kind],
): ChangeAt[] {
  const all = countByPeriod(periods, ways);
  const keys = new Set(ways.map(keyOf).filter((key) => key !== null));
  return [...keys].flatMap((detail) => {
    const counts = countByPeriod(
      periods,
      ways.filter((way) => keyOf(way) === detail),
    );
    const first = counts.findIndex((count) => count > 0);
    const last = counts.findLastIndex((count) => count > 0);
    const share = sum(counts) / sum(all.slice(first, last + 1));
    if (first === -1 || share < LEAST_SHARE) return [];
    const isNoAccident = (others: number) => (1 - share) ** others < ACCIDENT;
    const changeAt = (kind: Kind, period = ''): ChangeAt => ({ kind, day: period, detail, period });
    return [
      ...(isNoAccident(sum(all.slice(0, first))) ? [changeAt(begun, periods[first])] : []),
      ...(isNoAccident(sum(all.slice(last + 1))) ? [changeAt(ended, periods[last + 1])] : []),
    ];
  });
}

function countByPeriod(periods: readonly string[], ways: readonly WayRow[]): number[] {
  const counts = new Map<string, number>();
  for (const { period, count } of ways) counts.set(period, (counts.get(period) ?? 0) + count);
  return periods.map((period) => counts.get(period) ?? 0);
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
