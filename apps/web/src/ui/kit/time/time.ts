const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/**
 * Adds the country to a language: "en" in Ireland becomes "en-IE", which writes days before months and 24 hours. A language
 * that has a region already keeps it. Digits are 0 to 9 in every language, as they are in phone numbers, patient numbers and
 * HL7 beside them. A hospital of a country with a clock of 24 hours has that clock in Arabic and Urdu, too, which
 * would have one of 12 hours in nearly every country.
 */
export function localeOf(language: string, country: string | undefined): string {
  const known = country && /^[A-Z]{2}$/.test(country) ? country : null;
  const tag = known && !language.includes('-') ? `${language}-${known}` : language;
  if (language !== 'ar' && language !== 'ur') return tag;
  return known && hasTwentyFourHours(`en-${known}`) ? `${tag}-u-hc-h23-nu-latn` : `${tag}-u-nu-latn`;
}

const hasTwentyFourHours = (locale: string): boolean =>
  format(locale, { hour: 'numeric' }).resolvedOptions().hourCycle === 'h23';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language, options);
  formats.set(key, made);
  return made;
}

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormat(language: string, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  const key = `${language} ${numeric}`;
  const known = relativeFormats.get(key);
  if (known) return known;
  // The short form of Arabic says "in 4 months" of what was 4 months ago (CLDR 48); its long form takes no more room.
  const style = language.startsWith('ar') ? 'long' : 'short';
  const made = new Intl.RelativeTimeFormat(language, { numeric, style });
  relativeFormats.set(key, made);
  return made;
}

/**
 * Says "5 min. ago", "in 2 hr.", "yesterday" or "1 mo. ago", and not "last month", which would be the month of the calendar. Less than a
 * minute is "now", because the screen is drawn anew every 15 seconds only.
 */
export function relativeTime(at: string, now: number, language: string): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (!unit) return relativeFormat(language, 'auto').format(0, 'second');
  const [name, size] = unit;
  return relativeFormat(language, name === 'day' ? 'auto' : 'always').format(Math.trunc(seconds / size), name);
}

/** Writes a moment, of which all parts stay together in the direction of the language, also beside a number or a name of the other one. */
function write(at: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  const text = format(language, options).format(at);
  return /^(ar|ur)\b/.test(language) ? `\u2067${text}\u2069` : text;
}

const inZone = (zone: string | undefined): Intl.DateTimeFormatOptions => (zone ? { timeZone: zone } : {});

/** Formats an instant as "Friday, 20 November 2026 at 18:40:25 UTC", in the given time zone. */
export function exactTime(at: string, language: string, zone?: string): string {
  return write(new Date(at), language, { dateStyle: 'full', timeStyle: 'long', ...inZone(zone) });
}

/** Formats an instant as "20 November 2026 at 18:40", in the given time zone. */
export function longTime(at: string, language: string, zone?: string): string {
  return write(new Date(at), language, { dateStyle: 'long', timeStyle: 'short', ...inZone(zone) });
}

/** Formats an instant as "20 Nov 2026, 18:40", in the given time zone. */
export function shortTime(at: string, language: string, zone?: string): string {
  return write(new Date(at), language, { dateStyle: 'medium', timeStyle: 'short', ...inZone(zone) });
}

/** Formats the time of day of an instant as "18:40", in the given time zone. */
export function clockTime(at: string, language: string, zone?: string): string {
  return write(new Date(at), language, { timeStyle: 'short', ...inZone(zone) });
}

/** Formats a day without a time, such as a birth date. No time zone moves it to another day. */
export function plainDate(day: string, language: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : write(date, language, { dateStyle: 'medium', timeZone: 'UTC' });
}

export function weekday(day: string, language: string): string {
  return ofDay(day, language, { weekday: 'short', day: 'numeric' });
}

const ofDay = (day: string, language: string, options: Intl.DateTimeFormatOptions): string =>
  write(new Date(`${day.slice(0, 10)}T00:00:00Z`), language, { ...options, timeZone: 'UTC' });

/** Formats a day without a time as "Friday, 20 November 2026". */
export const fullDate = (day: string, language: string): string => ofDay(day, language, { dateStyle: 'full' });

/** Formats the month of a day as "November 2026". */
export const monthOf = (day: string, language: string): string =>
  ofDay(day, language, { month: 'long', year: 'numeric' });

/** Names the day of the week as "Fri". */
export const weekdayName = (day: string, language: string): string => ofDay(day, language, { weekday: 'short' });

/** Returns the completed years, or null when the date is not a whole one. */
export function ageInYears(birthDate: string | null, now: number): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(birthDate ?? '') ?? [];
  if (!year || !month || !day) return null;
  const today = new Date(now);
  const hadBirthday =
    today.getMonth() + 1 > Number(month) || (today.getMonth() + 1 === Number(month) && today.getDate() >= Number(day));
  return today.getFullYear() - Number(year) - (hadBirthday ? 0 : 1);
}
