import { useTranslation } from 'react-i18next';
import { useApplication } from '../api/session.ts';
import { exactTime, localeOf, plainDate, weekday } from './time.ts';

/** Numbers and dates as the application's country writes them, in the language of the screen. */
export function useFormats() {
  const { i18n } = useTranslation();
  const application = useApplication();
  const locale = localeOf(i18n.language, application?.country);
  return {
    locale,
    number: (value: number, options?: Intl.NumberFormatOptions): string => value.toLocaleString(locale, options),
    /** Of 1. What is under a tenth keeps a digit, so that little does not look like nothing. */
    percent: (share: number): string =>
      share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }),
    /** Day and time in the application's time zone, for a sentence. */
    dateTime: (at: string): string => exactTime(at, locale, application?.time_zone),
    plainDate: (day: string): string => plainDate(day, locale),
    weekday: (day: string): string => weekday(day, locale),
  };
}
