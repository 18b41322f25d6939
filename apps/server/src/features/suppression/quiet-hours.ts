import { DateTime } from 'luxon';

export interface QuietHours {
  timeZone: string;
  /** "21:00:00"; the same as `to` when there are no quiet hours. */
  from: string;
  to: string;
}

/** Returns the first time at or after `at` that is outside the quiet hours. */
export function afterQuietHours(at: Date, { timeZone, from, to }: QuietHours): Date {
  const quietFrom = minuteOfDay(from);
  const quietTo = minuteOfDay(to);
  if (quietFrom === quietTo) return at;
  const local = DateTime.fromJSDate(at, { zone: timeZone });
  const minute = local.hour * 60 + local.minute;
  const overMidnight = quietFrom > quietTo;
  const isQuiet = overMidnight ? minute >= quietFrom || minute < quietTo : minute >= quietFrom && minute < quietTo;
  if (!isQuiet) return at;
  const day = overMidnight && minute >= quietFrom ? local.plus({ days: 1 }) : local;
  // On a day on which the clock skips this hour, luxon returns the next time that exists.
  return day.set({ hour: Math.floor(quietTo / 60), minute: quietTo % 60, second: 0, millisecond: 0 }).toJSDate();
}

function minuteOfDay(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
