import { describe, expect, it } from 'vitest';
import { nextRun, runsFrom, type Schedule } from './next-run.ts';

const EVERY_DAY = [true, true, true, true, true, true, true];
const schedule = (changes: Partial<Schedule> = {}): Schedule => ({
  send_at: '09:30:00',
  starts_at: '2027-01-01',
  ends_at: '2027-12-31',
  day_of_week: EVERY_DAY,
  ...changes,
});

/** Returns all runs of a schedule, in the hospital's time and in UTC. */
function runs(of: Schedule, timeZone: string): string[] {
  const found: string[] = [];
  let after = new Date('2026-01-01T00:00:00Z');
  for (let next = nextRun(of, timeZone, after); next; next = nextRun(of, timeZone, after)) {
    found.push(`${next.on} ${next.at.toISOString()}`);
    after = next.at;
  }
  return found;
}

describe('a schedule', () => {
  it('keeps its time of day when daylight saving time begins, and runs once', () => {
    const days = schedule({ starts_at: '2027-03-27', ends_at: '2027-03-29' });
    expect(runs(days, 'Europe/Dublin')).toEqual([
      '2027-03-27 2027-03-27T09:30:00.000Z',
      '2027-03-28 2027-03-28T08:30:00.000Z',
      '2027-03-29 2027-03-29T08:30:00.000Z',
    ]);
  });

  it('runs an hour later on the day on which the clock skips its hour', () => {
    const days = schedule({ send_at: '01:30:00', starts_at: '2027-03-27', ends_at: '2027-03-29' });
    expect(runs(days, 'Europe/Dublin')).toEqual([
      '2027-03-27 2027-03-27T01:30:00.000Z',
      '2027-03-28 2027-03-28T01:30:00.000Z',
      '2027-03-29 2027-03-29T00:30:00.000Z',
    ]);
  });

  it('runs in the first of the two hours on the day on which its hour occurs twice', () => {
    const days = schedule({ send_at: '01:30:00', starts_at: '2027-10-30', ends_at: '2027-11-01' });
    expect(runs(days, 'Europe/Dublin')).toEqual([
      '2027-10-30 2027-10-30T00:30:00.000Z',
      '2027-10-31 2027-10-31T00:30:00.000Z',
      '2027-11-01 2027-11-01T01:30:00.000Z',
    ]);
  });

  it('runs at midnight where midnight is skipped', () => {
    const days = schedule({ send_at: '00:00:00', starts_at: '2026-04-23', ends_at: '2026-04-25' });
    expect(runs(days, 'Africa/Cairo').map((run) => run.slice(0, 10))).toEqual([
      '2026-04-23',
      '2026-04-24',
      '2026-04-25',
    ]);
  });

  it('runs on the chosen weekdays only, counted from Sunday', () => {
    const sundaysAndFridays = [true, false, false, false, false, true, false];
    const days = schedule({ day_of_week: sundaysAndFridays, starts_at: '2027-01-01', ends_at: '2027-01-10' });
    expect(runs(days, 'UTC').map((run) => run.slice(0, 10))).toEqual([
      '2027-01-01',
      '2027-01-03',
      '2027-01-08',
      '2027-01-10',
    ]);
  });

  it('runs next week when this week’s time has passed', () => {
    const sundays = [true, false, false, false, false, false, false];
    const sunday = new Date('2027-01-03T12:00:00Z');
    expect(nextRun(schedule({ day_of_week: sundays }), 'UTC', sunday)?.on).toBe('2027-01-10');
  });

  it('is over after its last day, and never begins when no chosen weekday is left', () => {
    expect(nextRun(schedule(), 'UTC', new Date('2027-12-31T09:30:00Z'))).toBeNull();
    expect(nextRun(schedule({ day_of_week: EVERY_DAY.map(() => false) }), 'UTC', new Date(0))).toBeNull();
  });

  it('without a last day goes on, over the change of the clock', () => {
    const mondays = schedule({ ends_at: null, day_of_week: EVERY_DAY.map((_, index) => index === 1) });
    expect(nextRun(mondays, 'UTC', new Date('2090-05-01T00:00:00Z'))?.on).toBe('2090-05-01');
    const first = new Date('2027-03-22T09:30:00Z');
    expect(runsFrom(mondays, 'Europe/Dublin', first, 3).map((at) => at.toISOString())).toEqual([
      '2027-03-22T09:30:00.000Z',
      '2027-03-29T08:30:00.000Z',
      '2027-04-05T08:30:00.000Z',
    ]);
  });

  it('has fewer coming runs than asked for when its last day is near', () => {
    const days = schedule({ ends_at: '2027-01-02' });
    expect(runsFrom(days, 'UTC', new Date('2027-01-01T09:30:00Z'), 3)).toHaveLength(2);
  });

  it('counts days by the hospital’s calendar, not by UTC', () => {
    const days = schedule({ send_at: '08:00:00', starts_at: '2027-06-01', ends_at: '2027-06-01' });
    expect(runs(days, 'Pacific/Auckland')).toEqual(['2027-06-01 2027-05-31T20:00:00.000Z']);
  });
});
