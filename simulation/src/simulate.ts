import { parseArgs } from 'node:util';
import { describeOutcome } from './describe-outcome.ts';
import { newSeed } from './random.ts';
import { runSimulation } from './run-simulation.ts';
import { startOwnDatabase } from './start-own-database.ts';

/** `npm run simulate -- --seed N --hours H`. Ends with 1 when the run broke a rule. */
const { values } = parseArgs({ options: { seed: { type: 'string' }, hours: { type: 'string' } } });
const seed = Number(values.seed ?? newSeed());
const hours = Number(values.hours ?? '168');
if (!Number.isSafeInteger(seed) || !(hours > 0)) {
  process.stderr.write('Say it like this: npm run simulate -- --seed 4711 --hours 168\n');
  process.exit(2);
}
process.stdout.write(`Seed ${seed}: ${hours} hours of a hospital …\n`);
const { database, stop } = await startOwnDatabase();
try {
  const outcome = await runSimulation({ seed, hours, database });
  process.stdout.write(`${describeOutcome(outcome)}\n`);
  if (outcome.violations.length > 0) {
    process.stdout.write(`Again: npm run simulate -- --seed ${seed} --hours ${hours}\n`);
    process.exitCode = 1;
  }
} finally {
  await stop();
}
