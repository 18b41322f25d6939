import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { ColumnChart } from '../../ui/kit/chart/column-chart.tsx';
import { useFormats } from '../../ui/kit/formats.ts';

export function WeekChart({ week }: { week: dashboard.Dashboard['week'] }) {
  const { t } = useTranslation(['dashboard', 'terms']);
  const { weekday } = useFormats();
  return (
    <ColumnChart
      type="stacked"
      height={250}
      maxBarWidth={44}
      data={week.map((day) => ({ ...day, day: weekday(day.day) }))}
      dataKey="day"
      series={[
        { name: 'A01', label: t('terms:event.A01'), color: 'var(--wv-admission)' },
        { name: 'A02', label: t('terms:event.A02'), color: 'var(--wv-transfer)' },
        { name: 'A03', label: t('terms:event.A03'), color: 'var(--wv-discharge)' },
        { name: 'A04', label: t('terms:event.A04'), color: 'var(--wv-casualty)' },
        { name: 'other', label: t('week.other'), color: 'var(--wv-line-strong)' },
      ]}
    />
  );
}
