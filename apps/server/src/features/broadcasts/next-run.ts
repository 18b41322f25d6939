import { DateTime } from 'luxon';

export interface Schedule {
  /** "09:30:00", on the clock of `timeZone`. */
  send_at: string;
  /** ISO dates, both inclusive; without a last day it goes on until somebody ends it. */
  starts_at: string;
  ends_at: string | null;
  /** Sunday first. */
  day_of_week: readonly boolean[];
}

export interface NextRun {
  at: Date;
  /** ISO date in the time zone, by which a run is identified. */
  on: string;
}

const DAYS_OF_WEEK = 7;
const ISO_DATE = 'yyyy-MM-dd';

/**
 * Returns the first scheduled time after `after`. Where the clock skips that hour, it is the hour after; where the hour
 * occurs twice, it is the first.
 */
export function nextRun(schedule: Schedule, timeZone: string, after: Date): NextRun | null {
  const begin = DateTime.fromISO(schedule.starts_at, { zone: timeZone });
  const today = DateTime.fromJSDate(after, { zone: timeZone }).startOf('day');
  const first = today > begin ? today : begin;
  // The search covers eight days, because today's time may have passed.
  for (let ahead = 0; ahead <= DAYS_OF_WEEK; ahead += 1) {
    const day = first.plus({ days: ahead });
    if (schedule.ends_at !== null && day.toFormat(ISO_DATE) > schedule.ends_at) return null;
    if (!schedule.day_of_week[day.weekday % DAYS_OF_WEEK]) continue;
    const at = instantOf(day, schedule.send_at);
    if (at > after) return { at, on: day.toFormat(ISO_DATE) };
  }
  return null;
}

/** Returns up to `count` runs, beginning with the one at `first`. */
export function runsFrom(schedule: Schedule, timeZone: string, first: Date, count: number): Date[] {
  const runs = [first];
  while (runs.length < count) {
    const next = nextRun(schedule, timeZone, runs.at(-1) ?? first);
    if (!next) break;
    runs.push(next.at);
  }
  return runs;
}

/** Returns the runs before `end`, beginning with the one at `first`. */
export function runsUntil(schedule: Schedule, timeZone: string, first: Date, end: Date): Date[] {
  const runs: Date[] = [];
  for (let at: Date | undefined = first; at && at < end; at = nextRun(schedule, timeZone, at)?.at) runs.push(at);
  return runs;
}

function instantOf(day: DateTime, time: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const said = day.set({ hour, minute, second: 0, millisecond: 0 });
  const [earliest = said] = said.getPossibleOffsets();
  return earliest.toJSDate();
}

/** Returns the calendar date at this instant in the time zone. */
export const dateIn = (timeZone: string, at: Date): string =>
  DateTime.fromJSDate(at, { zone: timeZone }).toFormat(ISO_DATE);
