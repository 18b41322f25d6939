import { expect, test } from 'vitest';
import { describeOutcome } from './describe-outcome.ts';
import { newSeed } from './random.ts';
import { runSimulation } from './run-simulation.ts';

/** Short enough for every run of the tests; `npm run simulate` goes on for longer. */
const HOURS = 48;
const FIXED_SEED = 1;

test.each([FIXED_SEED, newSeed()])(
  'nobody is written to who must not be, nothing is lost and the census is right, by seed %i',
  async (seed) => {
    const outcome = await runSimulation({ seed, hours: HOURS });
    expect(outcome.violations, describeOutcome(outcome)).toEqual([]);
  },
  180_000,
);
