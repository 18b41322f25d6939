import { useTranslation } from 'react-i18next';
import { useApplication } from '../api/session.ts';
import { localeOf, plainDate, weekday } from './time.ts';

/** Numbers and dates as the application's country writes them, in the language of the screen. */
export function useFormats() {
  const { i18n } = useTranslation();
  const locale = localeOf(i18n.language, useApplication()?.country);
  return {
    locale,
    number: (value: number, options?: Intl.NumberFormatOptions): string => value.toLocaleString(locale, options),
    percent: (share: number): string => share.toLocaleString(locale, { style: 'percent' }),
    plainDate: (day: string): string => plainDate(day, locale),
    weekday: (day: string): string => weekday(day, locale),
  };
}
