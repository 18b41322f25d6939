import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { startPollLoop } from './poll-loop.ts';

const log = createLog('silent');

it('polls at once when it is woken, and only sometimes when it is woken often and finds nothing', async () => {
  let calls = 0;
  const loop = startPollLoop(log, 'processing', () => {
    calls += 1;
    return Promise.resolve(false);
  });
  await pause(100);
  const before = calls;
  loop.wake();
  await pause(0);
  expect(calls).toBe(before + 1);
  const begin = performance.now();
  for (let wakes = 0; wakes < 50; wakes += 1) {
    loop.wake();
    await pause(2);
  }
  const most = (performance.now() - begin) / 25 + 1;
  expect(calls - before).toBeGreaterThan(1);
  expect(calls - before - 1).toBeLessThanOrEqual(most);
  await loop.stop();
});

it('polls again at once while it finds something', async () => {
  let left = 200;
  const loop = startPollLoop(log, 'processing', () => Promise.resolve((left -= 1) > 0));
  await expect.poll(() => left).toBeLessThanOrEqual(0);
  await loop.stop();
});
