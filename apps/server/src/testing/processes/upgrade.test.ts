import { expect, it } from 'vitest';
import { NO_FAULTS } from './order-comparison.ts';
import { runUpgrade } from './upgrade-run.ts';

it('processes are replaced one after the other under load, and no message and no call is refused', async () => {
  const outcome = await runUpgrade({ before: false, after: false, pairs: 1, senders: 4, undisturbedMs: 1_000 });
  expect(outcome).toMatchObject({
    refused: 0,
    refusedConnections: 0,
    failedCalls: [],
    ...NO_FAULTS,
    inDoubt: 0,
  });
  expect(outcome.acknowledged).toBeGreaterThan(100);
  expect(outcome.calls).toBeGreaterThan(20);
}, 300_000);
