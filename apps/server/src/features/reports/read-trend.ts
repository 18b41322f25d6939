import { reports, results } from '@wardvoice/contract';
import { DateTime } from 'luxon';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { listGroups, protectGroups, toFigures, type Counted, type Frame } from '../results/index.ts';
import { drawLimits, type Measured } from './draw-limits.ts';
import { findChanges, type ChangeAt } from './find-changes.ts';
import { addDays, nextPeriod, periodsBetween, startOfPeriod, type Interval } from './periods.ts';
import { answersOf, readHead } from './read-head.ts';
import {
  listAskedByPeriod,
  listRecommendations,
  listRevisions,
  listWaysOfAnswers,
  listWaysOfAsking,
} from './reports.queries.ts';

type Query = reports.ReportFilters & Pick<reports.TrendReport, 'interval' | 'measure'>;

const STANDARD_DAYS = { week: 364, month: 730 } as const;
/** So long after it was asked, hardly anybody still answers. */
const STILL_ANSWERING_DAYS = 14;
/** A period with less than this part of the usual number of answers varies so much more that it is not judged by the others. */
const THIN = 1 / 3;

export async function readTrend(
  tx: Tx,
  scope: ApplicationScope,
  { interval, measure, ...filters }: Query,
  now: Date,
): Promise<reports.TrendReport> {
  const subject = await readHead(tx, scope, { ...filters, days: STANDARD_DAYS[interval] }, now);
  const frame = subject.frame && beginningWithPeriod(subject.frame, interval);
  const head = { ...subject.head, from: frame?.from ?? subject.head.from, interval, measure };
  const counted = frame ? await listCounted(tx, frame, measure, interval) : [];
  if (!frame || sum(counted, 'scored') < results.FEWEST_ANSWERS)
    return { ...head, hidden: true, points: [], baselines: [], signals: [] };
  const points = measurePoints(counted, frame, { measure, interval, today: todayOf(frame, now) });
  const changes = await readChanges(tx, frame, { measure, interval, periods: points.map(({ period }) => period) });
  const { limits, baselines, signals } = drawLimits(points, measure, changes);
  return {
    ...head,
    hidden: false,
    points: points.map(({ successes: _successes, ...point }, at) => {
      const days = daysOf(point.period, frame, interval);
      const drawn = limits[at] ?? { lower: null, upper: null, signal: null };
      return { ...point, ...days, ...drawn, answers: answersOf(frame, days) };
    }),
    baselines,
    signals,
  };
}

/** Where no first day was chosen, begins with the period that it is in, so that the first period is whole. */
const beginningWithPeriod = (frame: Frame, interval: Interval): Frame =>
  frame.filters.from === undefined ? { ...frame, from: startOfPeriod(frame.from, interval) } : frame;

const sum = (groups: readonly Counted[], of: 'scored' | 'answered'): number =>
  groups.reduce((total, group) => total + group[of], 0);

const todayOf = ({ timeZone }: Frame, now: Date): string =>
  DateTime.fromJSDate(now, { zone: timeZone }).toISODate() ?? '';

/** Returns the figures by period; none where the measure is not known, or where fewer than five people answered at all. */
async function listCounted(tx: Tx, frame: Frame, measure: reports.Measure, interval: Interval): Promise<Counted[]> {
  const groups = (await listGroups(tx, frame, interval)).filter(({ kind }) => kind === 'period');
  if (sum(groups, 'answered') < results.FEWEST_ANSWERS) return [];
  if (measure === 'nps') return listRecommendations(tx, frame, interval);
  if (measure !== 'response_rate') return groups;
  // Only people who answered have a department, so with that filter no response rate is known.
  return frame.filters.department_id === undefined ? listAskedByPeriod(tx, frame, interval) : [];
}

function valueOf(group: Counted, measure: reports.Measure): number | null {
  if (group.scored < results.FEWEST_ANSWERS) return null;
  const { score, satisfied } = toFigures(group);
  if (measure === 'score') return score;
  return measure === 'nps' ? Math.round((group.score_sum / group.scored) * 100) : satisfied;
}

interface How {
  measure: reports.Measure;
  interval: Interval;
  today: string;
}

function measurePoints(counted: readonly Counted[], frame: Frame, { measure, interval, today }: How): Measured[] {
  const shown = new Set(protectGroups(counted).map(({ title }) => title));
  const [first, last] = [counted[0]?.title ?? '', counted.at(-1)?.title ?? ''];
  const sizes = counted.map(({ scored }) => scored).toSorted((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return periodsBetween(first, last, interval).map((period) => {
    const group = counted.find(({ title }) => title === period);
    const value = group && shown.has(period) ? valueOf(group, measure) : null;
    if (!group || value === null) return { period, count: null, value: null, successes: 0, not_counted: 'too_few' };
    const isThin = !reports.isShare(measure) && group.scored < usual * THIN;
    const isPartial = isStillOpen(period, frame, { measure, interval, today });
    return {
      period,
      count: group.scored,
      value,
      successes: group.satisfied,
      not_counted: isPartial ? 'partial' : isThin ? 'thin' : null,
    };
  });
}

/** Whether days of the period are outside of the report or still to come, or people who were asked in it may still answer. */
function isStillOpen(period: string, { from, to }: Frame, { measure, interval, today }: How): boolean {
  const last = addDays(nextPeriod(period, interval), -1);
  const waiting = measure === 'response_rate' ? STILL_ANSWERING_DAYS : 0;
  return period < from || last > to || addDays(last, waiting) >= today;
}

function daysOf(period: string, { from, to }: Frame, interval: Interval): { from: string; to: string } {
  const last = addDays(nextPeriod(period, interval), -1);
  return { from: period < from ? from : period, to: last > to ? to : last };
}

/**
 * Returns what changed in the days of a frame, as the measure sees it: a response rate by how people were asked, others by how they
 * answered. Without periods, those between the first and the last of these are meant.
 */
export async function readChanges(
  tx: Tx,
  frame: Frame,
  { measure, interval, periods }: Pick<How, 'measure' | 'interval'> & { periods?: readonly string[] },
): Promise<ChangeAt[]> {
  const listWays = measure === 'response_rate' ? listWaysOfAsking : listWaysOfAnswers;
  const ways = await listWays(tx, frame, interval);
  const found = periodsBetween(ways[0]?.period ?? '', ways.at(-1)?.period ?? '', interval);
  return findChanges(periods ?? found, { ways, revisions: await listRevisions(tx, frame) }, interval);
}
