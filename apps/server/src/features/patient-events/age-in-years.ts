import { DateTime } from 'luxon';

/** Returns the age in whole years by the hospital's calendar; null when the date of birth is unknown or invalid. */
export function ageInYears(birthDate: string | null, timeZone: string, at: Date): number | null {
  if (birthDate === null) return null;
  const today = DateTime.fromJSDate(at, { zone: timeZone });
  const born = DateTime.fromISO(birthDate, { zone: timeZone });
  return born.isValid ? Math.floor(today.diff(born, 'years').years) : null;
}
