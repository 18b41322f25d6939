import { DateTime } from 'luxon';

export interface QuietHours {
  timeZone: string;
  /** "21:00:00"; the same as `to` means none */
  from: string;
  to: string;
}

/** The first moment at or after `at` outside the quiet hours. They move a message, they never drop it. */
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
  // On a day when the clocks skip this hour, luxon moves on to the next one that exists.
  return day.set({ hour: Math.floor(quietTo / 60), minute: quietTo % 60, second: 0, millisecond: 0 }).toJSDate();
}

function minuteOfDay(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
