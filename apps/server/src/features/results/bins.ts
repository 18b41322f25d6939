import { feedback } from '@wardvoice/contract';

/** The equal bins of a histogram. The first begins at `start`; a number belongs to the bin that begins at or below it. */
export interface Bins {
  start: number;
  width: number;
  count: number;
}

/** About as many bins are shown. */
const WANTED = 10;
const ONE = 10 ** feedback.MAX_DECIMALS;

/** Returns bins of a round width, 1, 2 or 5 times a power of ten, for numbers between these two. */
export function binsOf({ least, most, whole }: { least: number; most: number; whole: boolean }): Bins {
  // In millionths, numbers are whole and therefore exact.
  const [first, last] = [Math.round(least * ONE), Math.round(most * ONE)];
  const width = first === last ? ONE : Math.max(roundUp((last - first) / WANTED), whole ? ONE : 1);
  const start = first - (((first % width) + width) % width);
  return { start: start / ONE, width: width / ONE, count: Math.floor((last - start) / width) + 1 };
}

function roundUp(width: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(width)));
  return ([1, 2, 5].find((times) => times * power >= width) ?? 10) * power;
}

/** Removes what binary fractions add to decimals. */
export const exact = (number: number): number => Number(number.toFixed(feedback.MAX_DECIMALS));
