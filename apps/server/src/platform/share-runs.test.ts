import { expect, it } from 'vitest';
import { shareRuns } from './share-runs.ts';

/** Computations that are finished by hand, in the order in which they began. */
function computations() {
  const begun: { name: string; finish: (result: string) => void; fail: (reason: Error) => void }[] = [];
  const compute = (name: string) => () =>
    new Promise<string>((finish, fail) => {
      begun.push({ name, finish, fail });
    });
  return { begun, compute };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('whoever asks while a computation runs shares the next, which began after they asked', async () => {
  const { begun, compute } = computations();
  const share = shareRuns<string>();
  const first = share('a', compute('first'));
  const later = ['second', 'third', 'fourth'].map((name) => share('a', compute(name)));
  expect(begun.map(({ name }) => name)).toEqual(['first']);
  begun[0]?.finish('before the change');
  await settle();
  expect(begun.map(({ name }) => name)).toEqual(['first', 'second']);
  const last = share('a', compute('last'));
  begun[1]?.finish('after the change');
  await settle();
  expect(await first).toBe('before the change');
  expect(await Promise.all(later)).toEqual(Array(3).fill('after the change'));
  expect(begun.map(({ name }) => name)).toEqual(['first', 'second', 'last']);
  begun[2]?.finish('newest');
  expect(await last).toBe('newest');
});

it('nothing is kept once it was computed, and other keys do not wait', async () => {
  const { begun, compute } = computations();
  const share = shareRuns<string>();
  const [one, other] = [share('a', compute('one')), share('b', compute('other'))];
  expect(begun).toHaveLength(2);
  for (const { name, finish } of begun) finish(name);
  expect(await Promise.all([one, other])).toEqual(['one', 'other']);
  const again = share('a', compute('again'));
  begun[2]?.finish('again');
  expect(await again).toBe('again');
});

it('a failure of the one whose computation is shared is not the failure of the others', async () => {
  const { begun, compute } = computations();
  const share = shareRuns<string>();
  const first = share('a', compute('first'));
  const [second, third] = [share('a', compute('second')), share('a', compute('third'))];
  begun[0]?.fail(new Error('the connection is gone'));
  await expect(first).rejects.toThrow('the connection is gone');
  await settle();
  begun[1]?.fail(new Error('this one, too'));
  await expect(second).rejects.toThrow('this one, too');
  await settle();
  begun[2]?.finish('computed by itself');
  expect(await third).toBe('computed by itself');
});
