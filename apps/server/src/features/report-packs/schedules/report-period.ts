import type { reportPacks } from '@wardvoice/contract';

/* Days are texts such as 2026-01-31, of the application's calendar; they are counted in UTC, where every day has 24 hours. */

const MONTHS = { month: 1, quarter: 3 } as const;

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/**
 * Returns the first day of the week (a Monday), month or quarter that a day is in, or of the one so many `after` it (before, when
 * negative).
 */
function startOf(rhythm: reportPacks.ReportRhythm, day: string, after = 0): string {
  const date = new Date(`${day}T00:00:00Z`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (rhythm === 'week') return dayOf(year, month, date.getUTCDate() - ((date.getUTCDay() + 6) % 7) + after * 7);
  const months = MONTHS[rhythm];
  return dayOf(year, month - (month % months) + after * months, 1);
}

/** Returns the last whole week, month or quarter before a day. */
export function periodBefore(rhythm: reportPacks.ReportRhythm, day: string): { from: string; to: string } {
  const end = new Date(`${startOf(rhythm, day)}T00:00:00Z`);
  return { from: startOf(rhythm, day, -1), to: dayOf(end.getUTCFullYear(), end.getUTCMonth(), end.getUTCDate() - 1) };
}

/** Returns the next day after this one on which a report is due: a Monday, or the first of a month or quarter. */
export const dueAfter = (rhythm: reportPacks.ReportRhythm, day: string): string => startOf(rhythm, day, 1);
