import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { weekday } from '../../ui/time.ts';

export function WeekChart({ week }: { week: dashboard.Dashboard['week'] }) {
  const { t, i18n } = useTranslation(['dashboard', 'terms']);
  const series = [
    { name: 'A01', label: t('terms:event.A01'), color: 'var(--wv-admission)' },
    { name: 'A02', label: t('terms:event.A02'), color: 'var(--wv-transfer)' },
    { name: 'A03', label: t('terms:event.A03'), color: 'var(--wv-discharge)' },
    { name: 'A04', label: t('terms:event.A04'), color: 'var(--wv-casualty)' },
    { name: 'other', label: t('week.other'), color: 'var(--wv-line-strong)' },
  ];
  return (
    <BarChart
      h={264}
      type="stacked"
      data={week.map((day) => ({ ...day, day: weekday(day.day, i18n.language) }))}
      dataKey="day"
      series={series}
      withLegend
      legendProps={{ verticalAlign: 'bottom', height: 32 }}
      maxBarWidth={44}
      tickLine="none"
      gridAxis="y"
      strokeDasharray="0"
      yAxisProps={{ allowDecimals: false, width: 44, orientation: i18n.dir() === 'rtl' ? 'right' : 'left' }}
      xAxisProps={{ reversed: i18n.dir() === 'rtl' }}
      barProps={{ isAnimationActive: false }}
      valueFormatter={(value) => value.toLocaleString(i18n.language)}
    />
  );
}
