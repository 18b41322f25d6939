import { expect, test } from 'vitest';
import { describeOutcome } from './describe-outcome.ts';
import { newSeed } from './random.ts';
import { runSimulation, type SimulationOutcome } from './run-simulation.ts';

/** Short enough for every run of the tests; `npm run simulate` goes on for longer. */
const HOURS = 48;
const FIXED_SEED = 1;
const MAX_MS = 240_000;

/** A run that never comes here proves little. */
const REACHED_BY_FIXED_SEED = [
  ...'A01 A02 A03 A04 A05 A08 A11 A12 A13 A21 A22 A28 A31 A38 A40 A47 A61 S12 S26'
    .split(' ')
    .map((event) => `event: ${event}`),
  ...(
    'already_asked_visit asked_lately deceased event_cancelled identity_in_doubt no_address opted_out ' +
    'readmitted too_many_lately under_age'
  )
    .split(' ')
    .map((reason) => `gate: ${reason}`),
  ...['ok', 'retry', 'refused', 'unknown'].map((answer) => `gateway: ${answer}`),
  'delivery: in doubt whether it left',
  'delivery: tried again',
  'fault: lost before commit',
  'fault: lost after commit',
  'a listener loses its database',
  'a message is sent again until it is acknowledged',
  'message: a repeat was recognised',
  'message: error',
  'merge: merge',
  'something urgent is acknowledged while a job runs',
];

/** With all that led to it, so that a failure says what to do. */
const verdictOf = (outcome: SimulationOutcome): string =>
  outcome.violations.length === 0 ? '0 violations' : describeOutcome(outcome);

test(
  'in two days that are always the same nobody is written to who must not be, and every kind of trouble is met',
  async () => {
    const outcome = await runSimulation({ seed: FIXED_SEED, hours: HOURS });
    expect(verdictOf(outcome)).toBe('0 violations');
    expect(REACHED_BY_FIXED_SEED.filter((what) => outcome.coverage.count(what) === 0)).toEqual([]);
  },
  MAX_MS,
);

test.each([newSeed()])(
  'in two days that nobody has seen before nobody is written to who must not be, by seed %i',
  async (seed) => {
    const outcome = await runSimulation({ seed, hours: HOURS });
    expect(verdictOf(outcome)).toBe('0 violations');
  },
  MAX_MS,
);
