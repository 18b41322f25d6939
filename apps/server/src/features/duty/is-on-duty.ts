import { DateTime } from 'luxon';

export interface ShiftTimes {
  /** ISO: 1 is Monday. */
  weekday: number;
  /** "19:00" or "19:00:00". */
  starts: string;
  ends: string;
}

/**
 * Returns whether a shift runs at a time, by the clocks of the time zone. An hour that a change of the clocks repeats belongs to a
 * shift both times; an hour that is skipped belongs to none.
 */
export function isOnDuty({ weekday, starts, ends }: ShiftTimes, at: Date, timeZone: string): boolean {
  const local = DateTime.fromJSDate(at, { zone: timeZone });
  const minute = local.hour * 60 + local.minute;
  const from = minuteOf(starts);
  const to = minuteOf(ends);
  if (to > from) return local.weekday === weekday && minute >= from && minute < to;
  const dayAfter = (weekday % 7) + 1;
  return (local.weekday === weekday && minute >= from) || (local.weekday === dayAfter && minute < to);
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
