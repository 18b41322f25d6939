import { runCrash } from '../../apps/server/src/testing/processes/crash-run.ts';

/** The crash test of `npm test` with more messages: what was acknowledged is stored, processed and sent exactly once. */
const MESSAGES = Number(process.argv[2] ?? '100000');
const KILLS = 10;

const rows = [];
for (const victim of ['server', 'postgres'] as const) {
  const { lost, storedTwice, notProcessed, notTriggeredOnce, sentTwice, ...outcome } = await runCrash({
    messages: MESSAGES / 2,
    victim,
    kills: KILLS,
  });
  const faults = { lost, storedTwice, notProcessed, notTriggeredOnce, sentTwice };
  const counts = Object.fromEntries(Object.entries(faults).map(([name, ids]) => [name, ids.length]));
  const row = { bench: 'crash', victim, ...outcome, ...counts };
  rows.push(row);
  console.log(JSON.stringify(row));
  if (Object.values(counts).some((count) => count > 0) || outcome.unaccountedFor > 0) process.exitCode = 1;
}
console.table(rows);
