import { expect, test } from 'vitest';
import { describeOutcome } from './checks/describe-outcome.ts';
import { MUST_BE_REACHED } from './checks/must-be-reached.ts';
import { newSeed } from './random.ts';
import { runSimulation, type SimulationOutcome } from './run-simulation.ts';

/** Seeds that are short enough for every run of the tests; `npm run simulate` runs longer. */
const FIXED_SEEDS = [13, 12];
/**
 * Where one answer of a gateway comes a little later than another, the same days take another turn, and a rare trouble may be
 * missed. It must be met in one of these then.
 */
const FURTHER_SEEDS = [11, 14, 5, 1, 6, 3, 4];
const FIXED_HOURS = 72;
const FRESH_HOURS = 30;
const MAX_MS = 900_000;

/** Describes everything that led to a violation, so that a failure says what to do. */
const verdictOf = (outcome: SimulationOutcome): string =>
  outcome.violations.length === 0 ? '0 violations' : describeOutcome(outcome);

test(
  'in twice three days that are always the same nobody is written to who must not be, and every kind of trouble is met',
  async () => {
    let missing: readonly string[] = MUST_BE_REACHED;
    for (const seed of [...FIXED_SEEDS, ...FURTHER_SEEDS]) {
      if (FURTHER_SEEDS.includes(seed) && missing.length === 0) break;
      const outcome = await runSimulation({ seed, hours: FIXED_HOURS });
      expect(verdictOf(outcome)).toBe('0 violations');
      missing = missing.filter((what) => outcome.coverage.count(what) === 0);
    }
    expect(missing).toEqual([]);
  },
  MAX_MS,
);

test.each([newSeed()])(
  'in thirty hours that nobody has seen before nobody is written to who must not be, by seed %i',
  async (seed) => {
    const outcome = await runSimulation({ seed, hours: FRESH_HOURS });
    expect(verdictOf(outcome)).toBe('0 violations');
  },
  MAX_MS,
);
