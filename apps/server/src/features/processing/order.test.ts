import { expect, test } from 'vitest';
import { NO_FAULTS } from '../../testing/processes/order-comparison.ts';
import { runOrder } from '../../testing/processes/order-run.ts';

test('messages that several listeners acknowledge are processed in that order by several workers, also when any process is killed', async () => {
  const outcome = await runOrder({ messages: 3_000, listeners: 2, workers: 2, messagesPerKill: 600, maxKills: 3 });
  expect(outcome).toMatchObject({ acknowledged: 3_000, ...NO_FAULTS });
  expect(outcome.kills).toBeGreaterThan(0);
  // The 100 patients who leave got an SMS each, or a worker that was killed had claimed it and nobody knows; see `notSent`.
  expect(outcome.sent).toBeGreaterThan(0);
  expect(outcome.sent + outcome.inDoubt).toBeGreaterThanOrEqual(100);
  expect(outcome.workerKills > 0 || outcome.inDoubt === 0).toBe(true);
}, 240_000);
