/** @jsxRuntime automatic */
import { G, Line, Path } from '@react-pdf/renderer';
import { markOfPoint, RANGES, ticksOf, type reports } from '@wardvoice/contract';
import { MarkAt } from './marks.tsx';
import type { PackWords } from './pack-words.ts';
import { Plot, type Scale } from './plot.tsx';
import { COLOURS } from './styles.ts';

const NAMES = 4;

interface ControlChartProps {
  trend: reports.TrendReport;
  pack: PackWords;
  width: number;
  height: number;
}

/** A measure over time between the limits of what chance explains. */
export function ControlChart({ trend, pack, width, height }: ControlChartProps) {
  const { points, measure, interval, baselines } = trend;
  const told = points.flatMap(({ value, lower, upper }) => [value, lower, upper].filter((one) => one !== null));
  const partOf = (at: number): number => (at + 0.5) / points.length;
  const every = Math.ceil(points.length / NAMES);
  return (
    <Plot
      width={width}
      height={height}
      isRightToLeft={pack.isRightToLeft}
      ticks={ticksOf(told, RANGES[measure])}
      tickName={(value) => pack.figure(value, measure)}
      names={points.flatMap(({ period }, at) =>
        at % every === Math.floor(every / 2) ? [{ part: partOf(at), text: pack.shortPeriod(period, interval) }] : [],
      )}
    >
      {(scale) => {
        const x = (at: number) => scale.x(partOf(at));
        return (
          <>
            {baselines.map((baseline, at) => (
              <Baseline key={baseline.from} baseline={baseline} isFirst={at === 0} trend={trend} x={x} scale={scale} />
            ))}
            <Path d={lineThrough(points, x, scale)} stroke={COLOURS.accent} strokeWidth={1} fill="none" />
            {points.map((point, at) =>
              point.value === null ? null : (
                <MarkAt key={point.period} mark={markOfPoint(point)} x={x(at)} y={scale.y(point.value)} />
              ),
            )}
          </>
        );
      }}
    </Plot>
  );
}

interface BaselineProps {
  baseline: reports.Baseline;
  isFirst: boolean;
  trend: reports.TrendReport;
  x: (at: number) => number;
  scale: Scale;
}

/** Centre and limits of the periods of a baseline, and an upright line where it begins. */
function Baseline({ baseline: { from, to, centre }, isFirst, trend: { points }, x, scale }: BaselineProps) {
  const places = points.flatMap(({ period }, at) => (period >= from && period <= to ? [at] : []));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const half = Math.abs(x(1) - x(0)) / 2;
  const stepped = (limit: 'lower' | 'upper') =>
    places.flatMap((at) => {
      const value = points[at]?.[limit] ?? null;
      return value === null ? [] : [`M${x(at) - half} ${scale.y(value)} H${x(at) + half}`];
    });
  const d = [...stepped('lower'), ...stepped('upper')].join(' ');
  return (
    <G>
      {d !== '' && <Path d={d} stroke={COLOURS.text3} strokeWidth={0.6} strokeDasharray="2 2" fill="none" />}
      {centre !== null && (
        <Line
          x1={x(first)}
          x2={x(last)}
          y1={scale.y(centre)}
          y2={scale.y(centre)}
          stroke={COLOURS.text3}
          strokeWidth={0.6}
        />
      )}
      {!isFirst && (
        <Line
          x1={x(first)}
          x2={x(first)}
          y1={scale.top}
          y2={scale.bottom}
          stroke={COLOURS.text2}
          strokeWidth={0.6}
          strokeDasharray="4 2"
        />
      )}
    </G>
  );
}

/** A period without a figure leaves a gap. */
function lineThrough(points: reports.TrendReport['points'], x: (at: number) => number, { y }: Scale): string {
  return points
    .map(({ value }, at) => {
      if (value === null) return '';
      const isAfterGap = (points[at - 1]?.value ?? null) === null;
      return `${isAfterGap ? 'M' : 'L'}${x(at)} ${y(value)}`;
    })
    .join(' ');
}
