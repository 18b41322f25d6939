import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../ui/kit/formats.ts';
import { AnchorLink } from '../../../ui/kit/links.tsx';
import classes from './calendar.module.css';

/** The date as a link to all deliveries of that day, whatever became of them. */
export function DayLink({ day, short = false }: { day: string; short?: boolean }) {
  const { t } = useTranslation('deliveries');
  const { fullDate, number } = useFormats();
  return (
    <AnchorLink
      to="/deliveries/index"
      search={{ from: day, to: day }}
      className={classes.date}
      aria-label={t('calendar.day', { day: fullDate(day) })}
      c="inherit"
    >
      {short ? number(Number(day.slice(8))) : fullDate(day)}
    </AnchorLink>
  );
}
