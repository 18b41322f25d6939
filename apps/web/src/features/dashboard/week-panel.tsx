import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import classes from './dashboard.module.css';

const WeekChart = lazy(async () => ({ default: (await import('./week-chart.tsx')).WeekChart }));

export const WEEK_SERIES = ['A01', 'A02', 'A03', 'A04', 'other'] as const;

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
  const { t } = useTranslation(['dashboard', 'terms']);
  const { number, weekday } = useFormats();
  return (
    <table className={classes.small} aria-label={t('week.title')}>
      <thead>
        <tr>
          <th scope="col">{t('week.day')}</th>
          {WEEK_SERIES.map((name) => (
            <th key={name} scope="col">
              {name === 'other' ? t('week.other') : t(`terms:event.${name}`)}
            </th>
          ))}
          <th scope="col">{t('week.total')}</th>
        </tr>
      </thead>
      <tbody>
        {week.map((day) => (
          <tr key={day.day}>
            <th scope="row">{weekday(day.day)}</th>
            {WEEK_SERIES.map((name) => (
              <td key={name}>{number(day[name])}</td>
            ))}
            <td>{number(WEEK_SERIES.reduce((sum, name) => sum + day[name], 0))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
