import { parseArgs } from 'node:util';
import { describeOutcome } from './checks/describe-outcome.ts';
import { newSeed } from './random.ts';
import { runSimulation } from './run-simulation.ts';
import { simulateFaults } from './simulate-faults.ts';
import { createDatabase, startOwnPostgres } from './start-own-database.ts';

/**
 * `npm run simulate -- --seed N --hours H`. Exits with 1 when the run broke a rule. `--faults` shows that it would find faults.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    hours: { type: 'string' },
    faults: { type: 'boolean' },
    seconds: { type: 'string' },
  },
});
const seed = Number(values.seed ?? newSeed());
const hours = Number(values.hours ?? '168');
if (!Number.isSafeInteger(seed) || !(hours > 0)) {
  process.stderr.write('Say it like this: npm run simulate -- --seed 4711 --hours 168\n');
  process.exit(2);
}
if (values.faults) await simulateFaults(positionals, values.seconds === undefined ? undefined : Number(values.seconds));
else await simulateOnce();

async function simulateOnce(): Promise<void> {
  process.stdout.write(`Seed ${seed}: ${hours} hours of a hospital …\n`);
  const postgres = await startOwnPostgres();
  try {
    const outcome = await runSimulation({ seed, hours, database: await createDatabase(postgres) });
    process.stdout.write(`${describeOutcome(outcome)}\n`);
    if (outcome.violations.length > 0) {
      process.stdout.write(`Again: npm run simulate -- --seed ${seed} --hours ${hours}\n`);
      process.exitCode = 1;
    }
  } finally {
    await postgres.stop();
  }
}
