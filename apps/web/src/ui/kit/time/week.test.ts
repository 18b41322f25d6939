import { expect, it } from 'vitest';
import { firstDayOfWeek, monthAfter, weeksOf } from './week.ts';

it('a week begins as the country has it', () => {
  expect(['IE', 'FR', 'PL', 'US', 'IL', 'PK', 'EG', 'MV', undefined].map(firstDayOfWeek)).toEqual([
    1, 1, 1, 0, 0, 0, 6, 5, 1,
  ]);
});

it('a month has the whole weeks that its days are in', () => {
  const november = weeksOf('2026-11', 1);
  expect([november.length, november[0]?.[0], november.at(-1)?.at(-1)]).toEqual([6, '2026-10-26', '2026-12-06']);
  const fromSunday = weeksOf('2026-11', 0);
  expect([fromSunday.length, fromSunday[0]?.[0], fromSunday.at(-1)?.at(-1)]).toEqual([5, '2026-11-01', '2026-12-05']);
  // Four weeks, and a day that is skipped nowhere although clocks change.
  expect(weeksOf('2027-02', 1)).toHaveLength(4);
  expect(weeksOf('2027-03', 1).flat()).toContain('2027-03-28');
  for (const month of ['2026-01', '2026-05', '2028-02', '2027-10'])
    for (const firstDay of [0, 1, 5, 6]) {
      const days = weeksOf(month, firstDay).flat();
      expect(new Set(days).size).toBe(days.length);
      expect(days.length).toBeLessThanOrEqual(42);
    }
});

it('months go on over the end of a year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2027-01', -1), monthAfter('2026-03', 0)]).toEqual([
    '2027-01',
    '2026-12',
    '2026-03',
  ]);
});
