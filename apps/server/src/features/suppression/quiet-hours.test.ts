import { describe, expect, it } from 'vitest';
import { afterQuietHours } from './quiet-hours.ts';

const NIGHT = { from: '21:00:00', to: '08:00:00' };
const moved = (at: string, timeZone: string, hours = NIGHT) =>
  afterQuietHours(new Date(at), { timeZone, ...hours }).toISOString();

describe('quiet hours', () => {
  it.each([
    ['in the evening they last until the next morning', '2026-01-10T22:15:00Z', '2026-01-11T08:00:00.000Z'],
    ['after midnight they last until this morning', '2026-01-11T03:00:00Z', '2026-01-11T08:00:00.000Z'],
    ['they begin with their first minute', '2026-01-10T21:00:00Z', '2026-01-11T08:00:00.000Z'],
    ['a minute before, a message goes', '2026-01-10T20:59:59Z', '2026-01-10T20:59:59.000Z'],
    ['they end with their last minute', '2026-01-11T08:00:00Z', '2026-01-11T08:00:00.000Z'],
    ['a second before, it waits', '2026-01-11T07:59:59Z', '2026-01-11T08:00:00.000Z'],
    ['by day nothing waits', '2026-01-11T13:00:00Z', '2026-01-11T13:00:00.000Z'],
    ['over the new year', '2025-12-31T23:30:00Z', '2026-01-01T08:00:00.000Z'],
  ])('%s', (_what, at, expected) => expect(moved(at, 'UTC')).toBe(expected));

  it('are by the clock of the hospital, not of the server', () => {
    expect(moved('2026-01-10T22:15:00Z', 'America/New_York')).toBe('2026-01-10T22:15:00.000Z');
    expect(moved('2026-01-10T13:00:00Z', 'Asia/Tokyo')).toBe('2026-01-10T23:00:00.000Z');
    expect(moved('2026-01-10T16:00:00Z', 'Asia/Kolkata')).toBe('2026-01-11T02:30:00.000Z');
  });

  it('end at eight by the local clock on the day it goes forward', () => {
    expect(moved('2026-03-28T23:00:00Z', 'Europe/Dublin')).toBe('2026-03-29T07:00:00.000Z');
  });

  it('end at eight by the local clock on the day it goes back', () => {
    expect(moved('2026-10-24T22:00:00Z', 'Europe/Dublin')).toBe('2026-10-25T08:00:00.000Z');
    expect(moved('2026-10-25T01:30:00Z', 'Europe/Dublin')).toBe('2026-10-25T08:00:00.000Z');
  });

  it('that end in an hour which the clock skips end after that hour', () => {
    expect(moved('2026-03-29T00:10:00Z', 'Europe/Dublin', { from: '00:00:00', to: '01:30:00' })).toBe(
      '2026-03-29T01:30:00.000Z',
    );
  });

  it('within one day apply too', () => {
    const siesta = { from: '13:00:00', to: '15:30:00' };
    expect(moved('2026-01-10T14:00:00Z', 'UTC', siesta)).toBe('2026-01-10T15:30:00.000Z');
    expect(moved('2026-01-10T16:00:00Z', 'UTC', siesta)).toBe('2026-01-10T16:00:00.000Z');
  });

  it('from a time to the same time do not exist', () => {
    expect(moved('2026-01-10T23:00:00Z', 'UTC', { from: '00:00:00', to: '00:00:00' })).toBe('2026-01-10T23:00:00.000Z');
  });
});
