import type { reports } from '@wardvoice/contract';

/* Days are texts such as 2026-01-31, of the application's calendar; they are counted in UTC, where every day has 24 hours. */

export type Interval = reports.TrendReport['interval'];

const DAY_MS = 86_400_000;
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayOf(timeOf(day) + days * DAY_MS);
export const daysBetween = (from: string, to: string): number => Math.round((timeOf(to) - timeOf(from)) / DAY_MS);

/** Returns as many days as there are from the one to the other, just before them. */
export function daysBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) };
}

/** Returns the first day of the week, which is a Monday, or of the month that a day is in. */
export function startOfPeriod(day: string, interval: Interval): string {
  if (interval === 'month') return `${day.slice(0, 7)}-01`;
  const afterMonday = (new Date(timeOf(day)).getUTCDay() + 6) % 7;
  return addDays(day, -afterMonday);
}

/** Returns the first day of the next period. */
export function nextPeriod(start: string, interval: Interval): string {
  return interval === 'week' ? addDays(start, 7) : startOfPeriod(addDays(start, 31), 'month');
}

/**
 * Returns the first days of all periods from the one to the other, so that one without answers keeps its place; none when the first
 * is empty.
 */
export function periodsBetween(first: string, last: string, interval: Interval): string[] {
  const periods: string[] = [];
  if (first === '') return periods;
  for (let period = first; period <= last; period = nextPeriod(period, interval)) periods.push(period);
  return periods;
}

/** Returns the period whose beginning is nearest to a day: a change in the second half of a period counts from the next. */
export function nearestPeriod(day: string, interval: Interval): string {
  const start = startOfPeriod(day, interval);
  const next = nextPeriod(start, interval);
  return daysBetween(start, day) * 2 > daysBetween(start, next) ? next : start;
}
