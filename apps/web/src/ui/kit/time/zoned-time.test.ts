import { expect, test } from 'vitest';
import { fromZoned, toZoned } from './zoned-time.ts';

test.each([
  ['2026-01-31T14:30', 'Europe/Dublin', '2026-01-31T14:30:00.000Z'],
  ['2026-07-01T00:15', 'Europe/Dublin', '2026-06-30T23:15:00.000Z'],
  ['2026-07-01T08:00', 'Asia/Kathmandu', '2026-07-01T02:15:00.000Z'],
  // The morning on which the clocks go back.
  ['2026-10-25T05:00', 'Europe/Dublin', '2026-10-25T05:00:00.000Z'],
])('%s in %s is one moment', (local, zone, instant) => {
  expect(fromZoned(local, zone)).toBe(instant);
  expect(toZoned(instant, zone)).toBe(local);
});

test('what is no time is none', () => expect(fromZoned('', 'UTC')).toBeNull());
