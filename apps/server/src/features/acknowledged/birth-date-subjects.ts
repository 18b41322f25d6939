import { readBirthDate } from '../patient-events/index.ts';

/** The subject of a message that does not say enough about its patient: the deliveries of every patient wait for it. */
export const ANYBODY = 'anybody';

/**
 * The subject that everybody born on this day (ISO date) has in common. A message about a death may come from another
 * registration of the same person, with other numbers. Before it is processed, the date of birth is all that both
 * registrations share.
 */
export const bornOn = (date: string): string => `born ${date}`;

/** Returns the dates that PID-7 may mean. Where the order of day and month is unknown, these are two. */
export function birthDateSubjects(text: string): string[] {
  const dates = (['day_first', 'month_first', null] as const).flatMap((order) => {
    const read = readBirthDate(text, order);
    return read && read !== 'unreadable' ? [read.date] : [];
  });
  return [...new Set(dates)].map(bornOn);
}
