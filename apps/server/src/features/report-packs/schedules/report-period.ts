import type { reportPacks } from '@wardvoice/contract';
import { addDays, startOfPeriod } from '../../reports/index.ts';

type Rhythm = reportPacks.ReportRhythm;

/** Days of the longest week, month and quarter: so long after the start of one, the next has begun. */
const LONGEST = { week: 7, month: 31, quarter: 92 } as const;

/** Returns the first day of the week (a Monday), month or quarter that a day is in. */
function startOf(rhythm: Rhythm, day: string): string {
  if (rhythm !== 'quarter') return startOfPeriod(day, rhythm);
  const month = Number(day.slice(5, 7));
  return `${day.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
}

/** Returns the last whole week, month or quarter before a day. */
export function periodBefore(rhythm: Rhythm, day: string): { from: string; to: string } {
  const to = addDays(startOf(rhythm, day), -1);
  return { from: startOf(rhythm, to), to };
}

/** Returns the next day after this one on which a report is due: a Monday, or the first of a month or quarter. */
export const dueAfter = (rhythm: Rhythm, day: string): string =>
  startOf(rhythm, addDays(startOf(rhythm, day), LONGEST[rhythm]));
