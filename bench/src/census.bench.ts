import { describeCensus } from '../../simulation/src/feed/describe-census.ts';
import { runCensus } from '../../simulation/src/feed/run-census.ts';
import { newSeed } from '../../simulation/src/random.ts';
import { createDatabase, startOwnPostgres } from '../../simulation/src/start-own-database.ts';

/** The census test of `npm test` with more messages: `npm run bench -- census MESSAGES SEED`. */
const messages = Number(process.argv[2] ?? '50000');
const seed = Number(process.argv[3] ?? newSeed());
/** Hours of the feed between two lines of progress. */
const PROGRESS_HOURS = 100;

const postgres = await startOwnPostgres();
const database = await createDatabase(postgres);
try {
  let hours = 0;
  const outcome = await runCensus({
    seed,
    messages,
    database,
    onHour(told) {
      hours += 1;
      if (hours % PROGRESS_HOURS === 0) process.stderr.write(`${hours} hours, ${told} messages\n`);
    },
  });
  const { differences, trail: _trail, events: _events, ...numbers } = outcome;
  console.log(JSON.stringify({ bench: 'census', ...numbers, differences: differences.length }));
  console.log(describeCensus(outcome));
  if (differences.length > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
}
