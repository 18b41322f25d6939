import { useTranslation } from 'react-i18next';
import type { deliveryCalendar } from '@wardvoice/contract';
import { useFormats } from '../../../ui/kit/formats.ts';
import { DayContent } from './day-content.tsx';
import { DayLink } from './day-link.tsx';
import classes from './calendar.module.css';

export interface DaysProps {
  /** "2026-11" */
  month: string;
  weeks: readonly (readonly string[])[];
  /** Undefined while the first answer is on its way. */
  today: string | undefined;
  days: readonly deliveryCalendar.CalendarDay[] | undefined;
}

/** Shows a month as a grid of weeks. Days of the months before and after are there, too, because their weeks are. */
export function MonthTable({ month, weeks, today, days }: DaysProps) {
  const { t } = useTranslation('deliveries');
  const { weekdayName } = useFormats();
  return (
    <table className={classes.table} aria-label={t('calendar.title')} aria-busy={!days}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {weekdayName(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const found = days?.find((one) => one.day === day);
              return (
                <td
                  key={day}
                  data-outside={day.startsWith(month) ? undefined : true}
                  aria-current={day === today ? 'date' : undefined}
                >
                  <DayLink day={day} short />
                  {found && <DayContent day={found} />}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
