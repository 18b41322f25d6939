import { expect, it } from 'vitest';
import { ticksOf } from './ticks.ts';

it('an axis has round numbers around what is drawn, and none that cannot be', () => {
  expect(ticksOf([0.53, 0.91, 0.36], [0, 1])).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticksOf([0.88, 0.995], [0, 1])).toEqual([0.85, 0.9, 0.95, 1]);
  expect(ticksOf([57.3, 85, 53.8, 87.6], [0, 100])).toEqual([50, 60, 70, 80, 90]);
  expect(ticksOf([-12, 40], [-100, 100])).toEqual([-20, 0, 20, 40]);
  expect(ticksOf([0, 1], [0, 1])).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticksOf([1, 1], [0, 1])).toEqual([0.975, 0.98, 0.985, 0.99, 0.995, 1]);
  expect(ticksOf([80, 80], [0, 100])).toEqual([76, 78, 80, 82, 84]);
});
