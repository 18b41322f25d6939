import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveryCalendar } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { useFormats } from '../../../ui/kit/formats.ts';
import { AnchorLink, ButtonLink } from '../../../ui/kit/links.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { useRegion } from '../../../ui/kit/region.ts';
import { FailedState } from '../../../ui/kit/state-panels.tsx';
import { toZoned } from '../../../ui/kit/time/zoned-time.ts';
import { firstDayOfWeek, monthAfter, weeksOf } from '../../../ui/kit/time/week.ts';
import { DayList } from './day-list.tsx';
import { MonthTable } from './month-table.tsx';
import classes from './calendar.module.css';

/** The days are counted at this interval, not with every delivery, which on a busy day would be several times a second. */
const COUNT_EVERY_MS = 60_000;

export function CalendarPage() {
  const { t } = useTranslation('deliveries');
  const { month: monthName } = useFormats();
  const { country, timeZone = 'UTC' } = useRegion();
  const isNarrow = useMediaQuery('(width < 900px)', false, { getInitialValueInEffect: false });
  const [thisMonth] = useState(() => toZoned(new Date().toISOString(), timeZone).slice(0, 7));
  const { month = thisMonth } = useSearch({ from: '/shell/deliveries/calendar' });
  const weeks = weeksOf(month, firstDayOfWeek(country));
  const days = weeks.flat();
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const query = useQuery({
    ...ask(deliveryCalendar.getDeliveryCalendar, { query: { from, to } }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
    refetchInterval: COUNT_EVERY_MS,
  });
  const found = query.data?.data;
  const Days = isNarrow ? DayList : MonthTable;
  return (
    <Page
      title={t('calendar.title')}
      path={[{ label: t('title'), to: '/deliveries/index' }]}
      lead={t('calendar.lead')}
      actions={
        <ButtonLink variant="default" to="/deliveries/index">
          {t('title')}
        </ButtonLink>
      }
    >
      <Panel
        title={<span aria-live="polite">{monthName(`${month}-01`)}</span>}
        actions={<Months month={month} />}
        flush
      >
        <p className={classes.note}>{t('calendar.note')}</p>
        {found && found.overdue > 0 && <Overdue count={found.overdue} today={found.today} />}
        {query.isError && !found ? (
          <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Days
            month={month}
            weeks={weeks}
            today={found?.today}
            days={query.isPlaceholderData ? undefined : found?.days}
          />
        )}
      </Panel>
    </Page>
  );
}

function Months({ month }: { month: string }) {
  const { t } = useTranslation('deliveries');
  const link = { to: '/deliveries/calendar', variant: 'default', size: 'compact-sm' } as const;
  return (
    <nav className={classes.months} aria-label={t('calendar.months')}>
      <ButtonLink {...link} search={{ month: monthAfter(month, -1) }} aria-label={t('calendar.previous')}>
        <IconChevronLeft size={16} stroke={1.75} aria-hidden className={classes.arrow} />
      </ButtonLink>
      <ButtonLink {...link} search={{}}>
        {t('calendar.today')}
      </ButtonLink>
      <ButtonLink {...link} search={{ month: monthAfter(month, 1) }} aria-label={t('calendar.next')}>
        <IconChevronRight size={16} stroke={1.75} aria-hidden className={classes.arrow} />
      </ButtonLink>
    </nav>
  );
}

/** What waits although its day has passed leaves as soon as it can, so it is of no day that is shown. */
function Overdue({ count, today }: { count: number; today: string }) {
  const { t } = useTranslation('deliveries');
  const { number } = useFormats();
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  return (
    <p className={classes.note}>
      <AnchorLink to="/deliveries/index" search={{ step: 'waiting', to: yesterday, sort: 'send_at' }}>
        {t('calendar.overdue', { formatted: number(count) })}
      </AnchorLink>
    </p>
  );
}
