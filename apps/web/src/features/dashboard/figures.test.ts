import { expect, it } from 'vitest';
import { eventsOf, hasOnlyAppointments } from './figures.ts';

const NONE = { day: '2026-11-27', A01: 0, A02: 0, A03: 0, A04: 0, S12: 0, S14: 0, S15: 0, S26: 0, other: 0 };

it('shows a clinic by its appointments, and what else it told of as others', () => {
  const week = [NONE, { ...NONE, S12: 4, S26: 1, other: 7 }];
  const { events, otherOf } = eventsOf(week);
  expect(events).toEqual(['S12', 'S14', 'S15', 'S26']);
  expect(week.map(otherOf)).toEqual([0, 2]);
});

it('shows a hospital with beds by its stays, and a quiet one too', () => {
  const week = [
    { ...NONE, A02: 1 },
    { ...NONE, S12: 4, other: 7 },
  ];
  const { events, otherOf } = eventsOf(week);
  expect(events).toEqual(['A01', 'A02', 'A03', 'A04']);
  expect(week.map(otherOf)).toEqual([0, 7]);
  expect(hasOnlyAppointments([NONE])).toBe(false);
});
