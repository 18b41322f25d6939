import { expect, test } from 'vitest';
import { INTERRUPTIONS } from './interrupt-database.ts';
import { runInterruptions } from './interruption-run.ts';

const MESSAGES = 240;

test('however PostgreSQL is interrupted under a backlog, the server recovers by itself and everything due is sent once', async () => {
  const { secondsToQuiet, sent, mayHaveArrived, ...outcome } = await runInterruptions({
    messages: MESSAGES,
    interruptions: INTERRUPTIONS,
    gatewayMs: 50,
    sendsPerMinute: 1_200,
    hangMs: 2_000,
  });
  expect(outcome).toMatchObject({
    acknowledged: MESSAGES,
    interruptions: INTERRUPTIONS.length,
    serverEnded: false,
    lost: 0,
    storedTwice: 0,
    notTriggeredOnce: 0,
    sentTwice: 0,
    notLeft: 0,
    lockedJobs: 0,
    readyz: 200,
  });
  expect(sent + mayHaveArrived).toBe(MESSAGES);
  expect(secondsToQuiet).toBeLessThan(60);
}, 180_000);
