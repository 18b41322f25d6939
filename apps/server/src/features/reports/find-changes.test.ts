import { expect, it } from 'vitest';
import { findChanges } from './find-changes.ts';
import { nearestPeriod, nextPeriod, periodsBetween, startOfPeriod } from './periods.ts';

const WEEKS = periodsBetween('2026-01-05', '2026-03-09', 'week');

/** So many answers by a channel in each week, from the first. */
const by = (channel: string, counts: readonly number[], trigger: string | null = null) =>
  counts.flatMap((count, at) => (count === 0 ? [] : [{ period: WEEKS[at] ?? '', channel, trigger, count }]));

const found = (ways: Parameters<typeof findChanges>[1]['ways'], revisions: { revision: number; day: string }[] = []) =>
  findChanges(WEEKS, { ways, revisions }, 'week').map(({ kind, detail, period }) => `${kind} ${detail} ${period}`);

const ALL = WEEKS.map(() => 20);

it('a channel that begins and one that ends are changes', () => {
  const sms = by('sms', [20, 20, 20, 20, 20, 20, 0, 0, 0, 0]);
  const email = by('email', [0, 0, 0, 0, 10, 12, 20, 20, 20, 20]);
  expect(found([...sms, ...email])).toEqual(['channel_begun email 2026-02-02', 'channel_ended sms 2026-02-16']);
});

it('a channel that few use, that is away for a while, or that chance leaves out is none', () => {
  expect(found([...by('sms', ALL), ...by('kiosk', [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])])).toEqual([]);
  expect(found([...by('sms', ALL), ...by('email', [9, 9, 0, 0, 0, 0, 9, 9, 9, 9])])).toEqual([]);
  expect(found([...by('sms', [2, 20, 20, 20]), ...by('email', [0, 9, 9, 9])])).toEqual([]);
});

it('a trigger that begins to ask is a change, whatever else goes on', () => {
  const second = by('sms', [0, 0, 0, 0, 0, 15, 15, 15, 15, 15], '8');
  expect(found([...by('sms', ALL, '3'), ...second])).toEqual(['trigger_begun 8 2026-02-09']);
});

it('another wording counts from the week whose beginning is nearest, and not before the first or after the last', () => {
  const days = ['2026-01-03', '2026-01-07', '2026-02-04', '2026-02-06', '2026-03-14'];
  const revisions = days.map((day, at) => ({ revision: at + 2, day }));
  expect(found(by('sms', ALL), revisions)).toEqual(['wording 4 2026-02-02', 'wording 5 2026-02-09']);
});

it('weeks begin on Mondays, and months have their own length', () => {
  expect([startOfPeriod('2026-03-01', 'week'), nextPeriod('2025-12-29', 'week')]).toEqual(['2026-02-23', '2026-01-05']);
  expect(periodsBetween('2026-01-01', '2026-04-01', 'month')).toEqual([
    '2026-01-01',
    '2026-02-01',
    '2026-03-01',
    '2026-04-01',
  ]);
  expect(['2024-02-15', '2024-02-17'].map((day) => nearestPeriod(day, 'month'))).toEqual(['2024-02-01', '2024-03-01']);
});
