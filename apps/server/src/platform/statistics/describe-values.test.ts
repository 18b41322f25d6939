import { expect, it } from 'vitest';
import { describeValues, intervalOfMean } from './describe-values.ts';

const once = (values: number[]) => values.map((value) => ({ value, count: 1 }));

/** Student, “The probable error of a mean”, Biometrika 6 (1908): hours of sleep gained, of ten patients with two drugs. */
const FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
const SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

it('the differences of Student’s sleep data have the mean and interval that R prints for its paired t test', () => {
  const described = describeValues(once(SECOND.map((gained, index) => gained - (FIRST[index] ?? 0))));
  expect(described.mean).toBeCloseTo(1.58, 9);
  expect(described.deviation).toBeCloseTo(1.229995, 6);
  const interval = intervalOfMean(described);
  expect(interval?.from).toBeCloseTo(0.7001142, 7);
  expect(interval?.to).toBeCloseTo(2.4598858, 7);
});

it('quartiles lie between values, and values that occur often count as often', () => {
  expect(describeValues(once([4, 1, 3, 2]))).toMatchObject({ least: 1, lower_quartile: 1.75, median: 2.5, most: 4 });
  const often = [
    { value: 5, count: 3 },
    { value: 1, count: 1 },
  ];
  expect(describeValues(often)).toEqual(describeValues(once([5, 1, 5, 5])));
});

it('a single value has no interval', () => {
  expect(intervalOfMean(describeValues(once([7])))).toBeNull();
});
