import { useTranslation } from 'react-i18next';
import type { duty } from '@wardvoice/contract';

/** Returns the name of a day of the week in the language of the screens; 1 is Monday. */
export function useWeekdayName(): (weekday: number) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  return (weekday) => format.format(Date.UTC(2024, 0, weekday));
}

/** Returns how a shift is named: "Monday 19:00 to 07:00 the next day". */
export function useShiftName(): (shift: Pick<duty.Shift, 'weekday' | 'starts' | 'ends'>) => string {
  const { t } = useTranslation('departments');
  const weekdayName = useWeekdayName();
  return ({ weekday, starts, ends }) =>
    t('duty.name', {
      day: weekdayName(weekday),
      starts,
      ends: ends > starts ? ends : t('duty.next_day', { ends }),
    });
}
