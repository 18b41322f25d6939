import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

it('lets so many run at once, and the next when one has ended or failed', async () => {
  const limited = limitConcurrency(2);
  const begun: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const results = [0, 1, 2, 3].map((n) =>
    limited(() => {
      begun.push(n);
      return new Promise<number>((resolve, reject) => ends.set(n, (error) => (error ? reject(error) : resolve(n))));
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);

  ends.get(1)?.(new Error('failed'));
  await expect(results[1]).rejects.toThrow('failed');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends.get(0)?.();
  expect(await results[0]).toBe(0);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  ends.get(2)?.();
  ends.get(3)?.();
  expect(await Promise.all([results[2], results[3]])).toEqual([2, 3]);
  expect(await limited(() => Promise.resolve('later'))).toBe('later');
});
