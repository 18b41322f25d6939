import { expect, test } from 'vitest';
import { runCrash, type CrashPlan } from '../../testing/processes/crash-run.ts';

const MESSAGES = 20_000;

test.each([
  { victim: 'server', kills: 3 },
  { victim: 'postgres', kills: 3 },
] satisfies Omit<CrashPlan, 'messages'>[])(
  'when the $victim is killed under load, what was acknowledged is stored, processed and sent exactly once',
  async ({ victim, kills }) => {
    const outcome = await runCrash({ messages: MESSAGES / 2, victim, kills });
    expect(outcome).toMatchObject({
      acknowledged: MESSAGES / 2,
      kills,
      lost: [],
      storedTwice: [],
      notProcessed: [],
      notTriggeredOnce: [],
      sentTwice: [],
      unaccountedFor: 0,
    });
  },
  240_000,
);
