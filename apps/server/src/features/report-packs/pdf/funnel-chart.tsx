/** @jsxRuntime automatic */
import { Line, Path } from '@react-pdf/renderer';
import { markOfPlace, ticksOf, type reports } from '@wardvoice/contract';
import { MarkAt } from './marks.tsx';
import type { PackWords } from './pack-words.ts';
import { Plot } from './plot.tsx';
import { COLOURS, WIDTH } from './styles.ts';

const HEIGHT = 190;
/** Left of the smallest ward the funnel opens wide, and would press all wards together. */
const LEFT_OF_SMALLEST = 0.6;
const LIMITS = [
  ['lower_998', undefined],
  ['upper_998', undefined],
  ['lower_95', '2 3'],
  ['upper_95', '2 3'],
] as const;

/** Wards by the number of people, in the funnel of what chance explains. Its wards are named in the table below. */
export function FunnelChart({ report, pack }: { report: reports.WardsReport; pack: PackWords }) {
  const wards = report.wards.filter(({ place }) => place !== null);
  const largest = report.curve.at(-1)?.count ?? 1;
  const first = Math.min(...wards.map(({ count }) => count)) * LEFT_OF_SMALLEST;
  const curve = report.curve.filter(({ count }) => count >= first);
  const counts = ticksOf([first, largest], [0, 10 ** Math.ceil(Math.log10(largest + 1))]);
  const [least = 0, most = 1] = [counts[0], counts.at(-1)];
  const partOf = (count: number): number => (count - least) / (most - least);
  const told = [...curve.flatMap((at) => [at.lower_998, at.upper_998]), ...wards.map(({ share }) => share)];
  return (
    <Plot
      width={WIDTH}
      height={HEIGHT}
      isRightToLeft={pack.isRightToLeft}
      ticks={ticksOf(told, [0, 1])}
      tickName={pack.percent}
      names={counts.map((count) => ({ part: partOf(count), text: pack.number(count) }))}
    >
      {({ x, y }) => (
        <>
          {LIMITS.map(([limit, dashes]) => (
            <Path
              key={limit}
              d={curve.map((at, nth) => `${nth === 0 ? 'M' : 'L'}${x(partOf(at.count))} ${y(at[limit])}`).join(' ')}
              stroke={COLOURS.text3}
              strokeWidth={0.6}
              {...(dashes && { strokeDasharray: dashes })}
              fill="none"
            />
          ))}
          <Line
            x1={x(0)}
            x2={x(1)}
            y1={y(report.centre ?? 0)}
            y2={y(report.centre ?? 0)}
            stroke={COLOURS.text3}
            strokeWidth={0.6}
          />
          {wards.map(({ title, count, share, place }) => (
            <MarkAt key={title} mark={markOfPlace(place)} x={x(partOf(count))} y={y(share)} />
          ))}
        </>
      )}
    </Plot>
  );
}
