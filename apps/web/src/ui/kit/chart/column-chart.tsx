import '@mantine/charts/styles.layer.css';
import { BarChart, type BarChartProps } from '@mantine/charts';
import { useDirection } from '@mantine/core';
import { useId } from 'react';
import classes from './column-chart.module.css';
import { useFormats } from '../formats.ts';
import { patternOf, Patterns } from './patterns.tsx';

interface ColumnChartProps extends Pick<BarChartProps, 'data' | 'dataKey' | 'type' | 'maxBarWidth'> {
  height: number;
  series: readonly { name: string; label: string; color: string }[];
}

/** Draws columns over time with their legend. It imports the drawing library, so import this file lazily. */
export function ColumnChart({ height, series, ...chart }: ColumnChartProps) {
  const { dir } = useDirection();
  const { number } = useFormats();
  const isRtl = dir === 'rtl';
  const id = useId();
  const fillOf = (wanted: unknown) =>
    patternOf(
      id,
      series.findIndex(({ name }) => name === wanted),
    );
  return (
    <>
      <Patterns id={id} colors={series.map(({ color }) => color)} />
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
        barProps={({ name }) => ({ isAnimationActive: false, fill: fillOf(name), stroke: 'none' })}
        valueFormatter={(value) => number(value)}
      />
      <ul className={classes.legend}>
        {series.map(({ name, label }) => (
          <li key={name}>
            <svg width={14} height={14} aria-hidden>
              <rect width={14} height={14} rx={2} fill={fillOf(name)} />
            </svg>
            <bdi>{label}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
