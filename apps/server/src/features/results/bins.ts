/** The equal bins of a histogram. The first begins at `start`; a number belongs to the bin that begins at or below it. */
export interface Bins {
  start: number;
  width: number;
  count: number;
}

/** About as many bins are shown. */
const WANTED = 10;
const MAX_DECIMALS = 6;

/** Returns bins of a round width, 1, 2 or 5 times a power of ten, for numbers between these two. */
export function binsOf({ least, most, whole }: { least: number; most: number; whole: boolean }): Bins {
  const rough = (most - least) / WANTED;
  const width = Math.max(rough === 0 ? 1 : roundUp(rough), whole ? 1 : 10 ** -MAX_DECIMALS);
  const start = exact(Math.floor(exact(least / width)) * width);
  return { start, width, count: Math.floor(exact((most - start) / width)) + 1 };
}

function roundUp(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  const round = [1, 2, 5, 10].find((times) => exact(times * power) >= exact(width)) ?? 10;
  return exact(round * power);
}

/** Removes what binary fractions add to decimals. */
export const exact = (number: number): number => Number(number.toFixed(MAX_DECIMALS));
