import { expect, it } from 'vitest';
import { dueAfter, periodBefore } from './report-period.ts';

it.each([
  ['week', '2026-11-02', '2026-10-26', '2026-11-01', '2026-11-09'],
  ['week', '2026-11-01', '2026-10-19', '2026-10-25', '2026-11-02'],
  ['week', '2027-01-01', '2026-12-21', '2026-12-27', '2027-01-04'],
  ['month', '2026-11-01', '2026-10-01', '2026-10-31', '2026-12-01'],
  ['month', '2028-03-31', '2028-02-01', '2028-02-29', '2028-04-01'],
  ['month', '2027-01-15', '2026-12-01', '2026-12-31', '2027-02-01'],
  ['quarter', '2026-10-01', '2026-07-01', '2026-09-30', '2027-01-01'],
  ['quarter', '2027-02-28', '2026-10-01', '2026-12-31', '2027-04-01'],
] as const)('the %s before %s is %s to %s, and the next report is due on %s', (rhythm, day, from, to, next) => {
  expect([periodBefore(rhythm, day), dueAfter(rhythm, day)]).toEqual([{ from, to }, next]);
});
