import { describe, expect, it } from 'vitest';
import { findDeputy } from './find-deputy.ts';
import { isOnDuty } from './is-on-duty.ts';

const ZONE = 'Europe/Dublin';
const NIGHT = { weekday: 6, starts: '19:00', ends: '07:00' };
const at = (shift: typeof NIGHT, time: string) => isOnDuty(shift, new Date(time), ZONE);

describe('a shift', () => {
  it('begins with its first minute and ends before its last, by the clocks of the organisation', () => {
    const day = { weekday: 1, starts: '07:00', ends: '19:00' };
    // Dublin is an hour before UTC in July; the 20th is a Monday.
    expect(at(day, '2026-07-20T05:59:00Z')).toBe(false);
    expect(at(day, '2026-07-20T06:00:00Z')).toBe(true);
    expect(at(day, '2026-07-20T17:59:59Z')).toBe(true);
    expect(at(day, '2026-07-20T18:00:00Z')).toBe(false);
    expect(at(day, '2026-07-21T06:00:00Z')).toBe(false);
  });

  it('over midnight belongs to the day on which it begins, also from Sunday to Monday', () => {
    expect(at(NIGHT, '2026-01-10T23:59:00Z')).toBe(true);
    expect(at(NIGHT, '2026-01-11T00:00:00Z')).toBe(true);
    expect(at(NIGHT, '2026-01-11T07:00:00Z')).toBe(false);
    expect(at(NIGHT, '2026-01-10T06:59:00Z')).toBe(false);
    const sunday = { ...NIGHT, weekday: 7 };
    expect(at(sunday, '2026-01-12T06:59:00Z')).toBe(true);
    expect(at(sunday, '2026-01-12T19:00:00Z')).toBe(false);
  });

  it('that ends when it begins lasts a day', () => {
    const whole = { weekday: 1, starts: '08:00', ends: '08:00' };
    expect(at(whole, '2026-01-05T08:00:00Z')).toBe(true);
    expect(at(whole, '2026-01-06T07:59:00Z')).toBe(true);
    expect(at(whole, '2026-01-06T08:00:00Z')).toBe(false);
  });

  it('ends at its hour by the clocks in the night in which they go forward', () => {
    // On 29 March 2026 the clocks go from 01:00 to 02:00, and 07:00 is 06:00 UTC.
    expect(at(NIGHT, '2026-03-29T05:59:00Z')).toBe(true);
    expect(at(NIGHT, '2026-03-29T06:00:00Z')).toBe(false);
    const skipped = { weekday: 7, starts: '01:00', ends: '02:00' };
    expect(at(skipped, '2026-03-29T00:59:00Z')).toBe(false);
    expect(at(skipped, '2026-03-29T01:00:00Z')).toBe(false);
  });

  it('ends at its hour by the clocks in the night in which they go back, and runs in both of the repeated hours', () => {
    // On 25 October 2026 the clocks go from 02:00 back to 01:00, and 07:00 is 07:00 UTC.
    expect(at(NIGHT, '2026-10-25T06:59:00Z')).toBe(true);
    expect(at(NIGHT, '2026-10-25T07:00:00Z')).toBe(false);
    const repeated = { weekday: 7, starts: '01:00', ends: '02:00' };
    expect(at(repeated, '2026-10-25T00:30:00Z')).toBe(true);
    expect(at(repeated, '2026-10-25T01:30:00Z')).toBe(true);
    expect(at(repeated, '2026-10-25T02:00:00Z')).toBe(false);
  });
});

describe('a deputy', () => {
  const everybody = () => true;
  it('stands in for whoever is away, and their deputy for a deputy who is away too', () => {
    expect(findDeputy(1, new Map(), everybody)).toBe(1);
    expect(findDeputy(1, new Map([[1, 2]]), everybody)).toBe(2);
    const away = new Map([
      [1, 2],
      [2, 3],
    ]);
    expect(findDeputy(1, away, everybody)).toBe(3);
  });

  it('is not found where the deputies come back to each other, so the person hears themself', () => {
    const round = new Map([
      [1, 2],
      [2, 1],
    ]);
    expect(findDeputy(1, round, everybody)).toBe(1);
    const later = new Map([
      [1, 2],
      [2, 3],
      [3, 2],
    ]);
    expect(findDeputy(1, later, everybody)).toBe(1);
  });

  it('who may not hear of it leaves the person to hear themself', () => {
    expect(findDeputy(1, new Map([[1, 2]]), () => false)).toBe(1);
  });
});
