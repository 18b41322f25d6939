import { Skeleton } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/kit/state-panels.tsx';
import { DayContent, hasContent } from './day-content.tsx';
import { DayLink } from './day-link.tsx';
import type { DaysProps } from './month-table.tsx';
import classes from './calendar.module.css';

/** Lists the days of a month on which there is something, for a narrow screen. */
export function DayList({ month, today, days }: DaysProps) {
  const { t } = useTranslation('deliveries');
  if (!days) return <Skeleton height={240} radius={0} />;
  const shown = days.filter((one) => one.day.startsWith(month) && hasContent(one));
  if (shown.length === 0)
    return <EmptyState icon={IconCalendarOff} title={t('calendar.empty_title')} text={t('calendar.empty_text')} />;
  return (
    <ul className={classes.days} aria-label={t('calendar.title')}>
      {shown.map((one) => (
        <li key={one.day} aria-current={one.day === today ? 'date' : undefined}>
          <h3>
            <DayLink day={one.day} />
          </h3>
          <DayContent day={one} />
        </li>
      ))}
    </ul>
  );
}
