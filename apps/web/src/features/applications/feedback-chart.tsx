import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useDirection } from '@mantine/core';
import { applications } from '@wardvoice/contract';
import { useFormats } from '../../ui/formats.ts';
import classes from './application-page.module.css';
import type { FeedbackFigures } from './feedback-figures.ts';

/** More categories than colours: the table has them all. */
const SERIES = 6;

export function FeedbackChart({ rows, months }: FeedbackFigures) {
  const { number } = useFormats();
  const series = rows
    .slice(0, SERIES)
    .map(({ title }, index) => ({ name: `c${index}`, label: title, color: `var(--wv-series-${index + 1})` }));
  const data = applications.FEEDBACK_MONTHS.map((month, at) => ({
    month: months[at],
    ...Object.fromEntries(rows.map((row, index) => [`c${index}`, row[month]])),
  }));
  const { dir } = useDirection();
  const isRtl = dir === 'rtl';
  return (
    <>
      <BarChart
        h={260}
        data={data}
        dataKey="month"
        series={series}
        maxBarWidth={28}
        tickLine="none"
        gridAxis="x"
        gridColor="var(--wv-line)"
        strokeDasharray="0"
        yAxisProps={{ allowDecimals: false, width: 44, orientation: isRtl ? 'right' : 'left' }}
        xAxisProps={{ reversed: isRtl }}
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
