import { DateTime } from 'luxon';

export interface WorkingHours {
  timeZone: string;
  /** Monday first: "08:00-18:00", where an end of 00:00 is midnight; empty for a day off. One day at least has hours. */
  days: readonly string[];
}

/**
 * Returns the time at which so many working hours have passed since `start`. Hours that the clock skips or repeats are
 * counted as they pass. No hours on any day make every hour a working hour, so that something is always due, and where
 * they are very few, a year is the limit.
 */
export function addWorkingHours(start: Date, hours: number, { timeZone, days }: WorkingHours): Date {
  const wanted = hours * 3_600_000;
  if (!days.some((day) => day !== '')) return new Date(start.getTime() + wanted);
  const latest = DateTime.fromJSDate(start, { zone: timeZone }).plus({ years: 1 });
  let left = wanted;
  let day = DateTime.fromJSDate(start, { zone: timeZone }).startOf('day');
  while (day < latest) {
    const shift = shiftOf(day, days[day.weekday - 1] ?? '');
    const from = Math.max(shift.from, start.getTime());
    const passed = Math.max(0, shift.to - from);
    if (passed >= left) return new Date(from + left);
    left -= passed;
    day = day.plus({ days: 1 }).startOf('day');
  }
  return latest.toJSDate();
}

/** Returns when the work of this day begins and ends, in milliseconds; the same time twice on a day off. */
function shiftOf(day: DateTime, hours: string): { from: number; to: number } {
  const [from, to] = hours.split('-');
  if (!from || !to) return { from: day.toMillis(), to: day.toMillis() };
  const end = to === '00:00' ? day.plus({ days: 1 }).startOf('day') : at(day, to);
  return { from: at(day, from).toMillis(), to: end.toMillis() };
}

/** Where the clock skips this time, luxon returns the next one that exists. */
function at(day: DateTime, time: string): DateTime {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return day.set({ hour, minute });
}
