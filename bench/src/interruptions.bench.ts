import { INTERRUPTIONS } from '../../apps/server/src/testing/processes/interrupt-database.ts';
import { runInterruptions } from '../../apps/server/src/testing/processes/interruption-run.ts';

/**
 * The interruption test of `npm test`, longer: twenty interruptions in a row under a backlog. Everything due must be sent once,
 * within a minute.
 */
const MESSAGES = Number(process.argv[2] ?? '800');
const COUNT = Number(process.argv[3] ?? '20');
const MAX_SECONDS_TO_QUIET = 60;
/** Share of what is due that is sent in a minute, so that some of it is left until the last interruption. */
const SHARE_A_MINUTE = 0.4;

const outcome = await runInterruptions({
  messages: MESSAGES,
  interruptions: Array.from(
    { length: COUNT },
    (_, number) => INTERRUPTIONS[number % INTERRUPTIONS.length] ?? 'restart',
  ),
  gatewayMs: 50,
  sendsPerMinute: Math.round(MESSAGES * SHARE_A_MINUTE),
  hangMs: 12_000,
});
console.log(JSON.stringify({ bench: 'interruptions', ...outcome }));
console.table([outcome]);
const { lost, storedTwice, notTriggeredOnce, sentTwice, notLeft, lockedJobs } = outcome;
const faults = lost + storedTwice + notTriggeredOnce + sentTwice + notLeft + lockedJobs;
if (faults > 0 || outcome.serverEnded || outcome.readyz !== 200 || outcome.secondsToQuiet > MAX_SECONDS_TO_QUIET)
  process.exitCode = 1;
