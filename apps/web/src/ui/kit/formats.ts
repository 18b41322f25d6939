import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useRegion } from './region.ts';
import {
  clockTime,
  exactTime,
  fullDate,
  localeOf,
  longTime,
  monthOf,
  plainDate,
  shortTime,
  weekday,
  weekdayName,
} from './time/time.ts';

/** Formats numbers and dates as the country of the region writes them, in the language of the screen. */
export function useFormats() {
  const { i18n } = useTranslation();
  const { country, timeZone } = useRegion();
  const locale = localeOf(i18n.language, country);
  return {
    locale,
    number: (value: number, options?: Intl.NumberFormatOptions): string => value.toLocaleString(locale, options),
    /** Formats a share from 0 to 1. Below a tenth it keeps a digit, so that a small share does not look like none. */
    percent: (share: number): string =>
      share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }),
    /** Formats day and time in the time zone of the region, for a sentence. */
    dateTime: (at: string): string => longTime(at, locale, timeZone),
    /** The same with the day of the week, the seconds and the time zone, for what has to be proven. */
    exactDateTime: (at: string): string => exactTime(at, locale, timeZone),
    /** The same in the fewest characters, for a list. */
    shortDateTime: (at: string): string => shortTime(at, locale, timeZone),
    plainDate: (day: string): string => plainDate(day, locale),
    weekday: (day: string): string => weekday(day, locale),
    weekdayName: (day: string): string => weekdayName(day, locale),
    fullDate: (day: string): string => fullDate(day, locale),
    month: (day: string): string => monthOf(day, locale),
    /** Formats the time of day in the time zone of the region. */
    clockTime: (at: string): string => clockTime(at, locale, timeZone),
  };
}

/** Writes "Name: value", where some languages have a space before the colon. */
export const named = (name: string, value: string): string => i18next.t('common:named', { name, value });

/** Says the direction where a cell takes it from its text, because it does not look into what is isolated. */
const RIGHT_TO_LEFT = '\u200f';

/**
 * Writes "one, two and three" as the language of the screen does; in English without the "and". From right to left each value is
 * isolated, and stands between commas: the Arabic "and" is written onto the next word, which may be a name in Latin letters.
 */
export const listed = (values: readonly string[]): string =>
  i18next.dir() === 'rtl' && values.length > 0
    ? RIGHT_TO_LEFT + values.map((value) => `\u2068${value}\u2069`).join('، ')
    : new Intl.ListFormat(i18next.language, { type: 'unit' }).format(values);
