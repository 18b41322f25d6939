import '@mantine/charts/styles.layer.css';
import { BarChart, type BarChartProps } from '@mantine/charts';
import { useDirection } from '@mantine/core';
import classes from './column-chart.module.css';
import { useFormats } from './formats.ts';

interface ColumnChartProps extends Pick<BarChartProps, 'data' | 'dataKey' | 'type' | 'maxBarWidth'> {
  height: number;
  series: readonly { name: string; label: string; color: string }[];
}

/** Draws columns over time with their legend. It imports the drawing library, so import this file lazily. */
export function ColumnChart({ height, series, ...chart }: ColumnChartProps) {
  const { dir } = useDirection();
  const { number } = useFormats();
  const isRtl = dir === 'rtl';
  return (
    <>
      <BarChart
        {...chart}
        h={height}
        series={[...series]}
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
            <bdi>{label}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
