import { DateTime } from 'luxon';

export interface Schedule {
  /** "09:30:00", on the clock of `timeZone` */
  send_at: string;
  /** ISO dates, both included */
  starts_at: string;
  ends_at: string;
  /** Sunday first */
  day_of_week: readonly boolean[];
}

export interface NextRun {
  at: Date;
  /** ISO date on the calendar of the time zone: what a run is known by, once. */
  on: string;
}

const DAYS_OF_WEEK = 7;

/**
 * The first time after `after` that the schedule says. Where the clocks skip that hour it is the hour after it; where they
 * go through it twice, the first of the two.
 */
export function nextRun(schedule: Schedule, timeZone: string, after: Date): NextRun | null {
  const begin = DateTime.fromISO(schedule.starts_at, { zone: timeZone });
  const end = DateTime.fromISO(schedule.ends_at, { zone: timeZone });
  const today = DateTime.fromJSDate(after, { zone: timeZone }).startOf('day');
  const first = today > begin ? today : begin;
  // Today's may be over: one more day than a week has.
  for (let ahead = 0; ahead <= DAYS_OF_WEEK; ahead += 1) {
    const day = first.plus({ days: ahead });
    if ((day.toISODate() as string) > (end.toISODate() as string)) return null;
    if (!schedule.day_of_week[day.weekday % DAYS_OF_WEEK]) continue;
    const at = momentOf(day, schedule.send_at);
    if (at > after) return { at, on: day.toISODate() as string };
  }
  return null;
}

function momentOf(day: DateTime, time: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const said = day.set({ hour, minute, second: 0, millisecond: 0 });
  const [earliest = said] = said.getPossibleOffsets();
  return earliest.toJSDate();
}

/** The calendar date, there and then. */
export const dateIn = (timeZone: string, at: Date): string =>
  DateTime.fromJSDate(at, { zone: timeZone }).toISODate() as string;
