import { INTERRUPTIONS } from '../../apps/server/src/testing/interrupt-database.ts';
import { runInterruptions } from '../../apps/server/src/testing/interruption-run.ts';

/** The interruption test of `npm test`, longer: twenty in a row under a backlog; all that is due leaves, once, within a minute. */
const MESSAGES = Number(process.argv[2] ?? '800');
const COUNT = Number(process.argv[3] ?? '20');
const MAX_SECONDS_TO_QUIET = 60;

const outcome = await runInterruptions({
  messages: MESSAGES,
  interruptions: Array.from(
    { length: COUNT },
    (_, number) => INTERRUPTIONS[number % INTERRUPTIONS.length] ?? 'restart',
  ),
  gatewayMs: 50,
  hangMs: 12_000,
});
console.log(JSON.stringify({ bench: 'interruptions', ...outcome }));
console.table([outcome]);
const { lost, storedTwice, notTriggeredOnce, sentTwice, notLeft, lockedJobs } = outcome;
const faults = lost + storedTwice + notTriggeredOnce + sentTwice + notLeft + lockedJobs;
if (faults > 0 || outcome.serverEnded || outcome.readyz !== 200 || outcome.secondsToQuiet > MAX_SECONDS_TO_QUIET)
  process.exitCode = 1;
