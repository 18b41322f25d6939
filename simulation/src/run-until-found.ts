import { newSeed } from './random.ts';
import { runSimulation } from './run-simulation.ts';
import { createDatabase, startOwnPostgres, type SimulationPostgres } from './start-own-database.ts';

/**
 * Runs new seeds until one breaks a rule or the time is over. The last line of its output is the result. find-faults.ts runs this
 * program in a copy of the code. Arguments: seconds, and the PostgreSQL to use (JSON); without one, it starts its own.
 */
const [seconds = '600', given] = process.argv.slice(2);
const HOURS = 48;

export interface Found {
  seed: number;
  /** Null: nothing was found in time. */
  rule: string | null;
  messages: number;
  /** Number of runs, the last of which has this seed; those before it found nothing. */
  runs: number;
}

const begin = performance.now();
const own = given === undefined ? await startOwnPostgres() : null;
const postgres = own ?? (JSON.parse(given ?? '') as SimulationPostgres);
try {
  process.stdout.write(`${JSON.stringify(await runSeeds())}\n`);
} finally {
  await own?.stop();
}

async function runSeeds(): Promise<Found> {
  for (let runs = 1; ; runs += 1) {
    const seed = newSeed();
    const result = await runSeed(seed);
    const isOver = performance.now() - begin > Number(seconds) * 1_000;
    if (result.rule !== null || isOver) return { seed, runs, ...result };
  }
}

async function runSeed(seed: number): Promise<Pick<Found, 'rule' | 'messages'>> {
  try {
    const { violations, messages } = await runSimulation({
      seed,
      hours: HOURS,
      database: await createDatabase(postgres),
    });
    return { rule: violations[0]?.rule ?? null, messages };
  } catch (error) {
    return { rule: `the run ended: ${error instanceof Error ? error.message : String(error)}`, messages: 0 };
  }
}
