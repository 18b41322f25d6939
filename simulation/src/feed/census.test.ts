import { expect, test } from 'vitest';
import { newSeed } from '../random.ts';
import { describeCensus } from './describe-census.ts';
import { runCensus, type CensusOutcome } from './run-census.ts';

const MAX_MS = 240_000;

/**
 * Events that a short feed with a fixed seed contains at least once; `npm run bench -- census` has every event hundreds of times.
 */
const TOLD =
  'A01 A02 A03 A04 A05 A06 A07 A08 A11 A12 A13 A14 A17 A21 A22 A23 A24 A27 A28 A29 A37 A38 A40 A42 A43 A44 A45 A47 A49 A50 ' +
  'A52 A53 ORU^R01 S12 S13 S14 S15 S26';

/** Describes everything that led to a difference, so that a failure says what to do. */
const verdictOf = (outcome: CensusOutcome): string =>
  outcome.differences.length === 0 ? '0 differences' : describeCensus(outcome);

test(
  'after every hour of a feed with every kind of event the census is the hospital’s own',
  async () => {
    const outcome = await runCensus({ seed: 1, messages: 2_000 });
    expect(verdictOf(outcome)).toBe('0 differences');
    const told = new Set(outcome.events.map(([event]) => event));
    expect(TOLD.split(' ').filter((event) => !told.has(event))).toEqual([]);
  },
  MAX_MS,
);

test.each([newSeed()])(
  'after every hour of a feed that nobody has seen before the census is the hospital’s own, by seed %i',
  async (seed) => {
    const outcome = await runCensus({ seed, messages: 400 });
    expect(verdictOf(outcome)).toBe('0 differences');
  },
  MAX_MS,
);
