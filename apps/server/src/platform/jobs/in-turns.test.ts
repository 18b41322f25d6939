import { expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

it('one with much to do holds back no other', async () => {
  const todo = new Map([
    ['A', 3],
    ['B', 1],
    ['C', 2],
  ]);
  const done: string[] = [];
  await inTurns([...todo.keys()], async (one) => {
    done.push(one);
    todo.set(one, (todo.get(one) ?? 0) - 1);
    return await Promise.resolve((todo.get(one) ?? 0) > 0);
  });
  expect(done.join('')).toBe('ABCACA');
});

it('one that fails keeps no other from its work, and is told at the end', async () => {
  const done: string[] = [];
  const turns = inTurns(['A', 'B', 'C'], async (one) => {
    done.push(one);
    if (one === 'B') throw new Error('B is broken');
    return await Promise.resolve(done.length === 1);
  });
  await expect(turns).rejects.toThrow('B is broken');
  expect(done.join('')).toBe('ABCA');
});

it('nothing begins after its time', async () => {
  const reached: number[] = [];
  await inTurns(
    [1, 2, 3],
    async (one) => {
      reached.push(one);
      return await new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 200));
    },
    100,
  );
  expect(reached).toEqual([1]);
});

it('a database that is away ends it at once', async () => {
  let count = 0;
  const turns = inTurns([1, 2], async () => {
    count += 1;
    return await Promise.reject(Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' }));
  });
  await expect(turns).rejects.toThrow('connection refused');
  expect(count).toBe(1);
});
