import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { eventsOf } from './figures.ts';
import classes from './dashboard.module.css';

const WeekChart = lazy(async () => ({ default: (await import('./week-chart.tsx')).WeekChart }));

type Week = dashboard.Dashboard['week'];

/** The chart and the table behind it. The drawing library is fetched only here. */
export function WeekPanel({ week }: { week: Week }) {
  const { t } = useTranslation('dashboard');
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      className={classes.wide ?? ''}
      title={t('week.title')}
      actions={
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {t(asTable ? 'week.show_chart' : 'week.show_table')}
        </Button>
      }
    >
      {asTable ? (
        <WeekTable week={week} />
      ) : (
        <Suspense fallback={<Skeleton height={264} />}>
          <WeekChart week={week} />
        </Suspense>
      )}
    </Panel>
  );
}

function WeekTable({ week }: { week: Week }) {
  const { t } = useTranslation('dashboard');
  const { number, weekday } = useFormats();
  const { eventName } = useTerms();
  const { events, otherOf } = eventsOf(week);
  return (
    <table className={classes.small} aria-label={t('week.title')}>
      <thead>
        <tr>
          <th scope="col">{t('week.day')}</th>
          {events.map((event) => (
            <th key={event} scope="col">
              {eventName(event)}
            </th>
          ))}
          <th scope="col">{t('week.other')}</th>
          <th scope="col">{t('week.total')}</th>
        </tr>
      </thead>
      <tbody>
        {week.map((day) => (
          <tr key={day.day}>
            <th scope="row">{weekday(day.day)}</th>
            {events.map((event) => (
              <td key={event}>{number(day[event])}</td>
            ))}
            <td>{number(otherOf(day))}</td>
            <td>{number(events.reduce((sum, event) => sum + day[event], otherOf(day)))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
