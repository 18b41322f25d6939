/** Parts of the whole range that an axis may be divided into, from fine to coarse. */
const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1] as const;
const MAX_TICKS = 6;
/** An axis shows at least this part of the whole range. */
const LEAST_PART = 0.05;

/**
 * Returns round numbers for an axis that shows the values, within what can be: such as 60 %, 70 %, 80 %. The first and the last are
 * the ends of the axis.
 */
export function ticksOf(values: readonly number[], [least, most]: readonly [number, number]): number[] {
  const whole = most - least;
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  // A line that hardly moves is drawn as one.
  const room = Math.max(0, whole * LEAST_PART - (highest - lowest)) / 2;
  const [low, high] = [Math.max(least, lowest - room), Math.min(most, highest + room)];
  for (const part of STEPS) {
    const step = part * whole;
    const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
    const ticks = Array.from({ length: Math.max(last - first, 1) + 1 }, (_, at) => exact((first + at) * step));
    const inRange = ticks.filter((tick) => tick >= least && tick <= most);
    if (inRange.length <= MAX_TICKS && inRange.length > 1) return inRange;
  }
  return [least, most];
}

/** Removes what binary fractions add to decimals. */
const exact = (value: number): number => Number(value.toFixed(9));
