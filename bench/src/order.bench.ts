import { runOrder } from '../../apps/server/src/testing/processes/order-run.ts';

/** The order test of `npm test` with more messages: four listeners and four workers, one of which is killed after each 2,000 messages. */
const MESSAGES = Number(process.argv[2] ?? '100000');

const { lost, storedTwice, notProcessed, outOfOrder, sentTwice, notSent, sentAfterCancellation, ...outcome } =
  await runOrder({
    messages: MESSAGES,
    listeners: 4,
    workers: 4,
    messagesPerKill: 2_000,
    maxKills: Infinity,
    isBuilt: true,
  });
const faults = { lost, storedTwice, notProcessed, outOfOrder, sentTwice, notSent, sentAfterCancellation };
const counts = Object.fromEntries(Object.entries(faults).map(([name, ids]) => [name, ids.length]));
console.log(JSON.stringify({ bench: 'order', ...outcome, ...counts }));
console.table([{ ...outcome, ...counts }]);
if (Object.values(counts).some((count) => count > 0)) process.exitCode = 1;
