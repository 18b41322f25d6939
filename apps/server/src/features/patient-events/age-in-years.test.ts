import { DateTime } from 'luxon';
import { expect, it } from 'vitest';
import { ageInYears } from './age-in-years.ts';

const NOON = new Date('2026-06-10T12:00:00Z');

it.each([
  ['1970-06-10', 56],
  ['1970-06-11', 55],
  ['1970-05-17', 56],
  ['2026-06-10', 0],
  ['2026-06-11', -1],
  [null, null],
  ['', null],
  ['1970', null],
  ['unknown', null],
])('somebody born on %s is %s on 10 June 2026', (born, age) => {
  expect(ageInYears(born, 'Europe/London', NOON)).toBe(age);
});

it('a birthday begins at midnight in the hospital', () => {
  const eve = new Date('2026-06-09T23:30:00Z');
  expect(ageInYears('1970-06-10', 'Europe/London', eve)).toBe(56);
  expect(ageInYears('1970-06-10', 'UTC', eve)).toBe(55);
});

it('somebody born on 29 February is older on the 28th where there is no 29th', () => {
  expect(ageInYears('2008-02-29', 'UTC', new Date('2026-02-27T12:00:00Z'))).toBe(17);
  expect(ageInYears('2008-02-29', 'UTC', new Date('2026-02-28T12:00:00Z'))).toBe(18);
  expect(ageInYears('2008-02-29', 'UTC', new Date('2028-02-28T12:00:00Z'))).toBe(19);
});

it('is what the calendar of Luxon says, for any day and hour', () => {
  for (let step = 0; step < 3_000; step += 1) {
    const at = new Date(Date.UTC(2024, 0, 1) + step * 79_190_000);
    const born = DateTime.utc(1940, 1, 1)
      .plus({ days: step * 11 })
      .toFormat('yyyy-MM-dd');
    const byLuxon = DateTime.fromJSDate(at, { zone: 'America/Chicago' }).diff(
      DateTime.fromISO(born, { zone: 'America/Chicago' }),
      'years',
    ).years;
    expect([born, ageInYears(born, 'America/Chicago', at)]).toEqual([born, Math.floor(byLuxon)]);
  }
});
