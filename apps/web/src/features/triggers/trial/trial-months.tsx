import { useTranslation } from 'react-i18next';
import type { triggers } from '@wardvoice/contract';
import { ColumnChart } from '../../../ui/kit/chart/column-chart.tsx';
import { useFormats } from '../../../ui/kit/formats.ts';

interface TrialMonthsProps {
  months: triggers.TrialOutcome['months'];
  height: number;
}

/** Draws for each month how many would have been asked, and how many not. It loads the drawing library, so it is imported lazily. */
export function TrialMonths({ months, height }: TrialMonthsProps) {
  const { t } = useTranslation('triggers');
  const { month: monthName } = useFormats();
  return (
    <ColumnChart
      height={height}
      type="stacked"
      maxBarWidth={24}
      dataKey="month"
      data={months.map(({ month, matched, would_send }) => ({
        month: monthName(`${month}-01`),
        sent: would_send,
        kept: matched - would_send,
      }))}
      series={[
        { name: 'sent', label: t('trial.sent'), color: 'var(--wv-series-1)' },
        { name: 'kept', label: t('trial.not_sent'), color: 'var(--wv-series-6)' },
      ]}
    />
  );
}
