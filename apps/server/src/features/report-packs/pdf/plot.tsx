/** @jsxRuntime automatic */
import { Line, Svg, Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import { COLOURS } from './styles.ts';

const AXIS_WIDTH = 30;
const AXIS_HEIGHT = 14;
const TOP = 8;
const END = 6;
/** Room for a label below the axis. */
const LABEL_WIDTH = 56;

/** How values become places. From right to left, time and numbers run to the left. */
export interface Scale {
  x: (part: number) => number;
  y: (value: number) => number;
  top: number;
  bottom: number;
}

interface PlotProps {
  width: number;
  height: number;
  isRightToLeft: boolean;
  /** Values of the lines across, the lowest first. */
  ticks: readonly number[];
  tickName: (value: number) => string;
  /** Where names stand below, from 0 to 1. */
  names: readonly { part: number; text: string }[];
  children: (scale: Scale) => ReactNode;
}

/** A plane with axes. Its texts are no part of the drawing, because only texts of the page are written from right to left. */
export function Plot({ width, height, isRightToLeft, ticks, tickName, names, children }: PlotProps) {
  const [least = 0, most = 1] = [ticks[0], ticks.at(-1)];
  const bottom = height - AXIS_HEIGHT;
  const across = width - AXIS_WIDTH - END;
  const scale: Scale = {
    x: (part) => (isRightToLeft ? width - AXIS_WIDTH - part * across : AXIS_WIDTH + part * across),
    y: (value) => bottom - ((value - least) / (most - least)) * (bottom - TOP),
    top: TOP,
    bottom,
  };
  const [first, last] = [scale.x(0), scale.x(1)];
  const label = { position: 'absolute', fontSize: 7, lineHeight: 1.2, color: COLOURS.text2 } as const;
  return (
    <View style={{ width, height }}>
      <Svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {ticks.map((tick) => (
          <Line
            key={tick}
            x1={first}
            x2={last}
            y1={scale.y(tick)}
            y2={scale.y(tick)}
            stroke={tick === least ? COLOURS.strongLine : COLOURS.line}
            strokeWidth={0.5}
          />
        ))}
        {children(scale)}
      </Svg>
      {ticks.map((tick) => (
        <Text
          key={tick}
          style={{
            ...label,
            top: scale.y(tick) - 4,
            left: isRightToLeft ? width - AXIS_WIDTH + 4 : 0,
            width: AXIS_WIDTH - 4,
            textAlign: isRightToLeft ? 'left' : 'right',
          }}
        >
          {tickName(tick)}
        </Text>
      ))}
      {names.map(({ part, text }) => (
        <Text
          key={part}
          style={{
            ...label,
            top: bottom + 4,
            left: scale.x(part) - LABEL_WIDTH / 2,
            width: LABEL_WIDTH,
            textAlign: 'center',
          }}
        >
          {text}
        </Text>
      ))}
    </View>
  );
}
