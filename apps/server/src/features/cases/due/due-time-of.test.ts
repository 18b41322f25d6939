import { describe, expect, test } from 'vitest';
import { addWorkingHours } from './add-working-hours.ts';
import { dueTimeOf, type CaseLimits } from './due-time-of.ts';
import { severityOf } from './severity-of.ts';

const WEEK = ['08:00-18:00', '08:00-18:00', '08:00-18:00', '08:00-18:00', '08:00-18:00', '', ''];
const ROUND_THE_CLOCK = Array.from({ length: 7 }, () => '00:00-00:00');

const after = (start: string, hours: number, days: readonly string[] = WEEK, timeZone = 'Europe/Dublin') =>
  addWorkingHours(new Date(start), hours, { timeZone, days }).toISOString();

describe('working hours are counted', () => {
  test.each([
    ['within one day', '2026-11-23T09:30:00Z', 4, '2026-11-23T13:30:00.000Z'],
    ['to the end of the day itself', '2026-11-23T08:00:00Z', 10, '2026-11-23T18:00:00.000Z'],
    ['over a night', '2026-11-23T16:00:00Z', 4, '2026-11-24T10:00:00.000Z'],
    ['over a weekend', '2026-11-27T17:00:00Z', 2, '2026-11-30T09:00:00.000Z'],
    ['from the next morning for what comes at night', '2026-11-23T22:00:00Z', 1, '2026-11-24T09:00:00.000Z'],
    ['from the same morning for what comes before it', '2026-11-23T03:00:00Z', 1, '2026-11-23T09:00:00.000Z'],
    ['over several days', '2026-11-23T08:00:00Z', 30, '2026-11-25T18:00:00.000Z'],
  ])('%s', (_how, start, hours, due) => {
    expect(after(start, hours)).toBe(due);
  });

  test('in the time zone of the hospital', () => {
    expect(after('2026-11-23T00:00:00Z', 1, WEEK, 'Asia/Tokyo')).toBe('2026-11-23T01:00:00.000Z');
    expect(after('2026-11-23T10:00:00Z', 1, WEEK, 'Asia/Tokyo')).toBe('2026-11-24T00:00:00.000Z');
  });

  test('as they pass on a day on which the clock skips or repeats an hour', () => {
    // Ireland skips 01:00 to 02:00 on 29 March 2026, and repeats it on 25 October. Both are Sundays.
    const nights = ['', '', '', '', '', '', '00:00-06:00'];
    expect(after('2026-03-29T00:00:00Z', 5, nights)).toBe('2026-03-29T05:00:00.000Z');
    expect(after('2026-03-29T00:00:00Z', 6, nights)).toBe('2026-04-05T00:00:00.000Z');
    expect(after('2026-10-24T23:00:00Z', 7, nights)).toBe('2026-10-25T06:00:00.000Z');
    // The days of work begin at eight by the clock on the wall, before and after.
    expect(after('2026-03-27T17:00:00Z', 2)).toBe('2026-03-30T08:00:00.000Z');
    expect(after('2026-10-23T16:00:00Z', 2)).toBe('2026-10-26T09:00:00.000Z');
  });

  test('by the clock where people work round the clock, or no hours are known', () => {
    expect(after('2026-11-28T23:30:00Z', 26, ROUND_THE_CLOCK)).toBe('2026-11-30T01:30:00.000Z');
    expect(after('2026-03-28T12:00:00Z', 24, ROUND_THE_CLOCK)).toBe('2026-03-29T12:00:00.000Z');
    expect(after('2026-11-28T23:30:00Z', 26, [])).toBe('2026-11-30T01:30:00.000Z');
  });

  test('for one year at most, however few there are', () => {
    expect(after('2026-11-23T12:00:00Z', 720, ['09:00-09:01', '', '', '', '', '', ''], 'UTC')).toBe(
      '2027-11-23T12:00:00.000Z',
    );
  });
});

describe('a case is due', () => {
  const limits: CaseLimits = {
    time_zone: 'Europe/Dublin',
    working_hours: WEEK,
    case_hours_urgent: 4,
    case_hours_high: 10,
    case_hours_normal: 30,
  };
  const friday = new Date('2026-11-27T17:00:00Z');

  test('by the clock when it is urgent, whatever day it is', () => {
    expect(dueTimeOf('urgent', limits, friday).toISOString()).toBe('2026-11-27T21:00:00.000Z');
  });

  test('in working hours otherwise', () => {
    expect(dueTimeOf('high', limits, friday).toISOString()).toBe('2026-11-30T17:00:00.000Z');
    expect(dueTimeOf('normal', limits, friday).toISOString()).toBe('2026-12-02T17:00:00.000Z');
  });
});

test.each([
  ['urgent', { harm: true, score: null, worst_answer: false }],
  ['urgent', { harm: false, score: 25, worst_answer: false }],
  ['high', { harm: false, score: 25.5, worst_answer: false }],
  ['high', { harm: false, score: 50, worst_answer: false }],
  ['high', { harm: false, score: null, worst_answer: false }],
  ['high', { harm: false, score: 90, worst_answer: true }],
  ['normal', { harm: false, score: 50.5, worst_answer: false }],
] as const)('a case is %s with %o', (severity, facts) => {
  expect(severityOf(facts)).toBe(severity);
});
