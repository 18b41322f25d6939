import { expect, it } from 'vitest';
import { protectGroups, toFigures } from './small-groups.ts';

const groups = (...sizes: number[]) =>
  sizes.map((answered, index) => ({
    title: `group ${index}`,
    answered,
    scored: answered,
    score_sum: answered * 80,
    satisfied: answered,
  }));
const shown = (...sizes: number[]) =>
  protectGroups(groups(...sizes)).map(({ title, answered }) => (title === null ? `rest ${answered}` : answered));

it('groups of five and more are shown, the largest first', () => {
  expect(shown(5, 9, 7)).toEqual([9, 7, 5]);
});

it('a single small group is merged with another, so that it cannot be worked out from the total', () => {
  expect(shown(20, 10, 1)).toEqual([20, 'rest 11']);
  expect(shown(20, 1)).toEqual(['rest 21']);
});

it('small groups are merged where that is enough', () => {
  expect(shown(20, 3, 3)).toEqual([20, 'rest 6']);
});

it('nothing is shown where all groups together are too small', () => {
  expect(shown(2, 2)).toEqual([]);
  expect(shown()).toEqual([]);
});

it('a mean of fewer than five scores is not shown', () => {
  expect(toFigures({ answered: 9, scored: 4, score_sum: 400, satisfied: 4 })).toEqual({
    answered: 9,
    score: null,
    satisfied: null,
  });
});
