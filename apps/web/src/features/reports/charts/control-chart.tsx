import { useDirection } from '@mantine/core';
import {
  ComposedChart,
  CartesianGrid,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { ticksOf, type Mark } from '@wardvoice/contract';
import classes from './charts.module.css';
import { MarkAt } from './marks.tsx';
import { Tip } from './tip.tsx';

export interface ControlPoint {
  /** First day of the period. */
  period: string;
  /** Null leaves a gap. */
  value: number | null;
  centre: number | null;
  lower: number | null;
  upper: number | null;
  /** Place of the baseline that it belongs to. */
  baseline: number;
  mark: Mark;
  /** What the point means, for whoever points at it. */
  words: readonly string[];
}

interface ControlChartProps {
  points: readonly ControlPoint[];
  /** Where a baseline begins, and how that is named. */
  splits: readonly { period: string; name: string }[];
  /** The smallest and largest value that can be. */
  range: readonly [number, number];
  axis: (value: number) => string;
  period: (period: string) => string;
  /** Called when a point is chosen; undefined: points lead nowhere. */
  onChoose: ((period: string) => void) | undefined;
}

const QUIET = {
  dot: false,
  activeDot: false,
  isAnimationActive: false,
  tooltipType: 'none',
  legendType: 'none',
} as const;

/** Draws values over time between the limits of what chance explains. Import this file lazily: it brings the drawing library. */
export function ControlChart({ points, splits, range, axis, period, onChoose }: ControlChartProps) {
  const { dir } = useDirection();
  const isRtl = dir === 'rtl';
  const ticks = ticksOf(
    points.flatMap(({ value, lower, upper }) => [value, lower, upper].filter((one) => one !== null)),
    range,
  );
  const baselines = [...new Set(points.map(({ baseline }) => baseline))];
  // A line of its own for each baseline, so that none leads from one to the next.
  const rows = points.map((point) => ({
    ...point,
    [`lower${point.baseline}`]: point.lower,
    [`upper${point.baseline}`]: point.upper,
    [`centre${point.baseline}`]: point.centre,
  }));
  return (
    <div className={classes.chart}>
      <ResponsiveContainer width="100%" height={320} minWidth={0}>
        <ComposedChart data={rows} margin={{ top: 24, right: 8, bottom: 0, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--wv-line)" />
          <XAxis
            dataKey="period"
            scale="band"
            reversed={isRtl}
            tickFormatter={period}
            minTickGap={28}
            padding={{ left: 12, right: 12 }}
            tickLine={false}
            axisLine={{ stroke: 'var(--wv-line-strong)' }}
            tick={{ fill: 'var(--wv-text-2)', fontSize: 12 }}
          />
          <YAxis
            ticks={ticks}
            domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
            interval={0}
            orientation={isRtl ? 'right' : 'left'}
            tickFormatter={axis}
            width={48}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--wv-text-2)', fontSize: 12 }}
          />
          {baselines.flatMap((baseline) => [
            <Line
              key={`centre${baseline}`}
              {...QUIET}
              dataKey={`centre${baseline}`}
              stroke="var(--wv-text-3)"
              strokeWidth={1}
            />,
            ...['lower', 'upper'].map((limit) => (
              <Line
                key={limit + baseline}
                {...QUIET}
                dataKey={limit + String(baseline)}
                type="step"
                stroke="var(--wv-text-3)"
                strokeWidth={1}
                strokeDasharray="3 4"
              />
            )),
          ])}
          {splits.map(({ period: at, name }, index) => (
            <ReferenceLine
              key={at}
              x={at}
              position="start"
              stroke="var(--wv-text-2)"
              strokeDasharray="6 3"
              label={{
                value: name,
                position: 'top',
                fill: 'var(--wv-text-2)',
                fontSize: 12,
                dy: index % 2 === 0 ? -2 : 12,
              }}
            />
          ))}
          <Line
            dataKey="value"
            type="linear"
            stroke="var(--wv-accent)"
            strokeWidth={1.5}
            isAnimationActive={false}
            activeDot={false}
            dot={({ cx, cy, payload }) => {
              // The library does not keep the type of the rows.
              const point = payload as ControlPoint | undefined;
              return <Dot key={point?.period} x={cx} y={cy} point={point} onChoose={onChoose} />;
            }}
          />
          <Tooltip cursor={{ stroke: 'var(--wv-line-strong)' }} isAnimationActive={false} content={Tip} />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

interface DotProps extends Pick<ControlChartProps, 'onChoose'> {
  x: number | undefined;
  y: number | undefined;
  point: ControlPoint | undefined;
}

function Dot({ x, y, point, onChoose }: DotProps) {
  // Where there is no value, the library has no place.
  if (!point || point.value === null || x === undefined || y === undefined) return <g />;
  return (
    <g className={onChoose && classes.link} onClick={() => onChoose?.(point.period)}>
      {/* Larger than what is drawn, so that a finger meets it. */}
      <circle cx={x} cy={y} r={11} fill="transparent" />
      <MarkAt mark={point.mark} x={x} y={y} />
    </g>
  );
}
