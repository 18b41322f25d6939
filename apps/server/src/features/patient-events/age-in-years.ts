import { DateTime } from 'luxon';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Returns the age in whole years by the hospital's calendar; null when the date of birth is unknown or none. Whoever was born on 29
 * February is a year older on the 28th where a year has no 29th. A trial asks this of a million people, so nothing is made of the date of birth but numbers.
 */
export function ageInYears(birthDate: string | null, timeZone: string, at: Date): number | null {
  const [, year, month, day] = (DAY.exec(birthDate ?? '') ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const today = DateTime.fromJSDate(at, { zone: timeZone });
  const isLeapDay = month === 2 && day === 29;
  const birthday = 100 * month + (isLeapDay && !today.isInLeapYear ? 28 : day);
  return today.year - year - (100 * today.month + today.day < birthday ? 1 : 0);
}
