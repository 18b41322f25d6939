import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useDirection } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { useFormats } from '../../ui/formats.ts';
import classes from './dashboard.module.css';

export function WeekChart({ week }: { week: dashboard.Dashboard['week'] }) {
  const { t } = useTranslation(['dashboard', 'terms']);
  const { dir } = useDirection();
  const { number, weekday } = useFormats();
  const series = [
    { name: 'A01', label: t('terms:event.A01'), color: 'var(--wv-admission)' },
    { name: 'A02', label: t('terms:event.A02'), color: 'var(--wv-transfer)' },
    { name: 'A03', label: t('terms:event.A03'), color: 'var(--wv-discharge)' },
    { name: 'A04', label: t('terms:event.A04'), color: 'var(--wv-casualty)' },
    { name: 'other', label: t('week.other'), color: 'var(--wv-line-strong)' },
  ];
  return (
    <>
      <BarChart
        h={250}
        type="stacked"
        data={week.map((day) => ({ ...day, day: weekday(day.day) }))}
        dataKey="day"
        series={series}
        maxBarWidth={44}
        tickLine="none"
        gridAxis="x"
        gridColor="var(--wv-line)"
        strokeDasharray="0"
        yAxisProps={{ allowDecimals: false, width: 44, orientation: dir === 'rtl' ? 'right' : 'left' }}
        xAxisProps={{ reversed: dir === 'rtl' }}
        barProps={{ isAnimationActive: false }}
        valueFormatter={(value) => number(value)}
      />
      <ul className={classes.legend}>
        {series.map(({ name, label, color }) => (
          <li key={name}>
            <span style={{ background: color }} />
            {label}
          </li>
        ))}
      </ul>
    </>
  );
}
