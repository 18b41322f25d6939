import { DateTime } from 'luxon';

/** Whole years on the calendar of the hospital; null when the birth date is not known or is no date. */
export function ageInYears(birthDate: string | null, timeZone: string, at: Date): number | null {
  if (birthDate === null) return null;
  const today = DateTime.fromJSDate(at, { zone: timeZone });
  const born = DateTime.fromISO(birthDate, { zone: timeZone });
  return born.isValid ? Math.floor(today.diff(born, 'years').years) : null;
}
