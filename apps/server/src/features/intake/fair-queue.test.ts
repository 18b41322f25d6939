import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const queueOf = (limits: { maxItems?: number; maxBytes?: number } = {}) =>
  createFairQueue<string>({ maxItems: 1_000, maxBytes: 1_000_000, bytesOf: ({ length }) => length, ...limits });

const pushMany = (queue: ReturnType<typeof queueOf>, peer: string, count: number) => {
  for (let n = 0; n < count; n += 1) queue.push(peer, `${peer}${n}`);
};

describe('a group', () => {
  it('has a message of every peer, however many one of them has sent before', () => {
    const queue = queueOf();
    pushMany(queue, 'flood', 5_000);
    queue.push('quiet', 'quiet0');
    const group = queue.nextGroup();
    expect(group.slice(0, 3)).toEqual(['flood0', 'quiet0', 'flood1']);
    expect(group).toHaveLength(16);
    expect(queue.size).toBe(4_985);
  });

  it('is large when only one peer sends', () => {
    const queue = queueOf();
    pushMany(queue, 'engine', 1_500);
    expect([queue.nextGroup().length, queue.nextGroup().length, queue.nextGroup().length]).toEqual([1_000, 500, 0]);
  });

  it('stays small while somebody else has sent lately, whose next message is then not kept waiting', () => {
    const queue = queueOf();
    queue.push('quiet', 'quiet0');
    pushMany(queue, 'flood', 2_000);
    expect(queue.nextGroup()).toHaveLength(16);
    expect(queue.nextGroup()).toHaveLength(15);
  });

  it('keeps the order of each peer', () => {
    const queue = queueOf({ maxItems: 7 });
    pushMany(queue, 'a', 20);
    pushMany(queue, 'b', 3);
    pushMany(queue, 'c', 9);
    const groups: string[][] = [];
    while (queue.size > 0) groups.push(queue.nextGroup());
    for (const [peer, count] of [
      ['a', 20],
      ['b', 3],
      ['c', 9],
    ] as const) {
      const inOrder = Array.from({ length: count }, (_, n) => `${peer}${n}`);
      expect(groups.flat().filter((item) => item.startsWith(peer))).toEqual(inOrder);
    }
    expect(Math.max(...groups.map(({ length }) => length))).toBe(7);
  });

  it('ends at its bytes, and has one message at least', () => {
    const queue = queueOf({ maxBytes: 10 });
    queue.push('a', 'x'.repeat(50));
    queue.push('b', 'y'.repeat(6));
    queue.push('c', 'z'.repeat(6));
    expect(queue.nextGroup()).toEqual(['x'.repeat(50)]);
    expect(queue.nextGroup()).toHaveLength(2);
    expect(queue.size).toBe(0);
  });

  it('begins with another peer each time, so that none comes first for ever', () => {
    const queue = queueOf({ maxItems: 1 });
    pushMany(queue, 'a', 3);
    pushMany(queue, 'b', 3);
    const taken = Array.from({ length: 6 }, () => queue.nextGroup()[0]);
    expect(taken).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
  });
});
