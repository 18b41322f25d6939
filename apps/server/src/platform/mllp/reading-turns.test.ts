import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ReadingTurns } from './reading-turns.ts';
import { UnansweredBytes } from './unanswered-bytes.ts';

const KB = 1024;

/** Connections of one address that wait; `read` counts how many of them were read. */
function tenWaiting(unanswered: UnansweredBytes, onRead: () => void = () => undefined) {
  const turns = new ReadingTurns(unanswered);
  const counts = { read: 0 };
  const readers = Array.from({ length: 10 }, () => ({
    address: '10.0.0.1',
    readOn() {
      counts.read += 1;
      onRead();
    },
  }));
  for (const reader of readers) turns.wait(reader);
  return { turns, readers, counts };
}

it('as many connections are read in a turn as there is room for, and the others later', async () => {
  const unanswered = new UnansweredBytes({ maxOfPeer: 128 * KB });
  const { turns, counts } = tenWaiting(unanswered, () => unanswered.add('10.0.0.1', 64 * KB));
  turns.next();
  expect(counts.read).toBe(0);
  await nextTurn();
  expect(counts.read).toBe(2);
  await nextTurn();
  expect(counts.read).toBe(2);
  unanswered.remove('10.0.0.1', 64 * KB);
  turns.next();
  await nextTurn();
  expect(counts.read).toBe(3);
});

it('nobody waits for connections that have nothing to send', async () => {
  const { turns, counts } = tenWaiting(new UnansweredBytes({ maxOfPeer: 128 * KB }));
  turns.next();
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect(counts.read).toBe(10);
});

it('a connection that was closed meanwhile is not read', async () => {
  const { turns, readers, counts } = tenWaiting(new UnansweredBytes());
  for (const reader of readers.slice(1)) turns.leave(reader);
  turns.next();
  await nextTurn();
  expect(counts.read).toBe(1);
});
