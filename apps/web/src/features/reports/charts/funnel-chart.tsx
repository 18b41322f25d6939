import { useDirection } from '@mantine/core';
import {
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { ticksOf, type Mark } from '@wardvoice/contract';
import classes from './charts.module.css';
import { MarkAt } from './marks.tsx';
import { Tip } from './tip.tsx';

export interface FunnelPoint {
  name: string;
  count: number;
  share: number;
  mark: Mark;
  words: readonly string[];
}

interface Limits {
  count: number;
  lower_95: number;
  upper_95: number;
  lower_998: number;
  upper_998: number;
}

export interface FunnelChartProps {
  points: readonly FunnelPoint[];
  curve: readonly Limits[];
  centre: number;
  axis: (share: number) => string;
  count: (count: number) => string;
  /** What the axis of counts counts. */
  countLabel: string;
  onChoose: ((name: string) => void) | undefined;
}

const LEFT_OF_SMALLEST = 0.6;

const LINES = [
  ['lower_998', '0'],
  ['upper_998', '0'],
  ['lower_95', '3 4'],
  ['upper_95', '3 4'],
] as const;

/** Draws shares by the number of people, in the funnel of what chance explains. Import this file lazily. */
export function FunnelChart({ points, curve, centre, axis, count, countLabel, onChoose }: FunnelChartProps) {
  const { dir } = useDirection();
  const isRtl = dir === 'rtl';
  const largest = curve.at(-1)?.count ?? 0;
  // Left of the smallest ward the funnel opens wide, and would press all wards together.
  const first = Math.min(...points.map((point) => point.count)) * LEFT_OF_SMALLEST;
  const drawn = curve.filter((at) => at.count >= first);
  // A power of ten as the range makes round numbers of people.
  const counts = ticksOf([first, largest], [0, 10 ** Math.ceil(Math.log10(largest + 1))]);
  /** A name stands towards the middle, where there is room for it. */
  const nameIsBefore = (many: number) => many > ((counts[0] ?? 0) + (counts.at(-1) ?? 0)) / 2 !== isRtl;
  const ticks = ticksOf(
    [...drawn.flatMap((at) => [at.lower_998, at.upper_998]), ...points.map(({ share }) => share)],
    [0, 1],
  );
  return (
    <div className={classes.chart}>
      <ResponsiveContainer width="100%" height={360} minWidth={0}>
        <ScatterChart margin={{ top: 16, right: 24, bottom: 16, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--wv-line)" />
          <XAxis
            type="number"
            dataKey="count"
            ticks={counts}
            domain={[counts[0] ?? 0, counts.at(-1) ?? largest]}
            reversed={isRtl}
            tickFormatter={count}
            tickLine={false}
            axisLine={{ stroke: 'var(--wv-line-strong)' }}
            tick={{ fill: 'var(--wv-text-2)', fontSize: 12 }}
            label={{ value: countLabel, position: 'insideBottom', offset: -10, fill: 'var(--wv-text-2)', fontSize: 12 }}
          />
          <YAxis
            type="number"
            dataKey="share"
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
          <ReferenceLine y={centre} stroke="var(--wv-text-3)" />
          {LINES.map(([limit, dashes]) => (
            <Scatter
              key={limit}
              data={drawn.map((at) => ({ count: at.count, share: at[limit] }))}
              line={{ stroke: 'var(--wv-text-3)', strokeWidth: 1, strokeDasharray: dashes }}
              shape={() => <g />}
              isAnimationActive={false}
              tooltipType="none"
            />
          ))}
          <Scatter
            data={[...points]}
            isAnimationActive={false}
            shape={({ cx, cy, payload }) => (
              // The library does not keep the type of the rows.
              <Point
                x={cx}
                y={cy}
                point={payload as FunnelPoint | undefined}
                onChoose={onChoose}
                nameIsBefore={nameIsBefore}
              />
            )}
          />
          <Tooltip cursor={false} isAnimationActive={false} content={Tip} />
        </ScatterChart>
      </ResponsiveContainer>
    </div>
  );
}

interface PointProps extends Pick<FunnelChartProps, 'onChoose'> {
  x: number | undefined;
  y: number | undefined;
  point: FunnelPoint | undefined;
  /** Whether the name of a point with so many people stands at its left. */
  nameIsBefore: (count: number) => boolean;
}

/** A ward that is outside of the funnel has its name beside it. */
function Point({ x, y, point, onChoose, nameIsBefore }: PointProps) {
  if (!point || x === undefined || y === undefined) return <g />;
  const isOutside = point.mark === 'high' || point.mark === 'low';
  const isBefore = nameIsBefore(point.count);
  return (
    <g className={onChoose && classes.link} onClick={() => onChoose?.(point.name)}>
      <circle cx={x} cy={y} r={11} fill="transparent" />
      <MarkAt mark={point.mark} x={x} y={y} />
      {isOutside && (
        <text className={classes.name} x={x + (isBefore ? -11 : 11)} y={y + 4} textAnchor={isBefore ? 'end' : 'start'}>
          {point.name}
        </text>
      )}
    </g>
  );
}
