/** @jsxRuntime automatic */
import { Circle, Path, Svg } from '@react-pdf/renderer';
import type { Mark } from '@wardvoice/contract';
import { COLOURS } from './styles.ts';

/** A point of a chart, as on the screen: a triangle is beyond chance, a ring is not judged. */
export function MarkAt({ mark, x, y }: { mark: Mark; x: number; y: number }) {
  if (mark === 'high') return <Path d={`M${x} ${y - 4.2} l4 6.8 h-8 z`} fill={COLOURS.good} />;
  if (mark === 'low') return <Path d={`M${x} ${y + 4.2} l4 -6.8 h-8 z`} fill={COLOURS.bad} />;
  if (mark === 'hollow')
    return <Circle cx={x} cy={y} r={1.8} fill={COLOURS.paper} stroke={COLOURS.accent} strokeWidth={0.9} />;
  return <Circle cx={x} cy={y} r={1.9} fill={COLOURS.accent} />;
}

export const MarkSign = ({ mark }: { mark: Mark }) => (
  <Svg width={10} height={10} viewBox="0 0 10 10">
    <MarkAt mark={mark} x={5} y={5} />
  </Svg>
);
