import { applications } from '@wardvoice/contract';
import { ColumnChart } from '../../ui/kit/chart/column-chart.tsx';
import type { FeedbackFigures } from './feedback-figures.ts';

/** More categories than colours: the table has them all. */
const SERIES = 6;

export function FeedbackChart({ rows, months }: FeedbackFigures) {
  const shown = rows.slice(0, SERIES);
  return (
    <ColumnChart
      height={260}
      maxBarWidth={28}
      data={applications.FEEDBACK_MONTHS.map((month, at) => ({
        month: months[at],
        ...Object.fromEntries(shown.map((row, index) => [`c${index}`, row[month]])),
      }))}
      dataKey="month"
      series={shown.map(({ title }, index) => ({
        name: `c${index}`,
        label: title,
        color: `var(--wv-series-${index + 1})`,
      }))}
    />
  );
}
