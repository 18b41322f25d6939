import { expect, it } from 'vitest';
import { countDifferences, findNearest } from './find-nearest.ts';

it('a swapped, missing, added or other letter is one difference', () => {
  expect(
    ['DATABASE_ULR', 'DATABASE_UR', 'DATABASE_URLS', 'DATABASE_URI', 'DATABSE_ULR'].map((name) =>
      countDifferences(name, 'DATABASE_URL'),
    ),
  ).toEqual([1, 1, 1, 1, 2]);
});

it('what is meant is the nearest name, and nothing where none is near or it is known', () => {
  const known = ['backup', 'verify', 'serve'];
  expect(['bakcup', 'serv', 'dance', 'backup'].map((name) => findNearest(name, known))).toEqual([
    'backup',
    'serve',
    null,
    null,
  ]);
});
