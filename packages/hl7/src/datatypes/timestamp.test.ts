import { describe, expect, test } from 'vitest';
import type { Timestamp } from './timestamp.ts';
import { readTimestamp, timestampToInstant } from './timestamp.ts';

function time(text: string): Timestamp {
  const result = readTimestamp(text);
  if (!result.ok) throw new Error(`${text}: ${result.text}`);
  return result.value;
}

const instant = (text: string, zone = 'Europe/Dublin'): string => timestampToInstant(time(text), zone).toISOString();

describe('a time', () => {
  test('may stop at any precision', () => {
    expect(time('1950')).toEqual({ year: 1950, precision: 'year', offsetMinutes: null });
    expect(time('195002')).toEqual({ year: 1950, month: 2, precision: 'month', offsetMinutes: null });
    expect(time('19500228').precision).toBe('day');
    expect(time('1950022823').precision).toBe('hour');
    expect(time('195002282359').precision).toBe('minute');
    expect(time('20260228235958').precision).toBe('second');
    expect(time('20260228235958.1234')).toMatchObject({ second: 58, fraction: 0.1234, precision: 'fraction' });
  });

  test('may carry its offset, whatever its precision', () => {
    expect(time('20260301120000+0530').offsetMinutes).toBe(330);
    expect(time('20260301-0930').offsetMinutes).toBe(-570);
    expect(time('20260301120000.5+0000').offsetMinutes).toBe(0);
    expect(time('2026030112-0000').offsetMinutes).toBe(0);
  });

  test.each([
    '',
    '202',
    '20261',
    '20261301',
    '20260230',
    '21000229',
    '20260301240000',
    '202603012560',
    '20260301120061',
    '0000',
    '00000000',
  ])('%j is refused', (text) => {
    expect(readTimestamp(text).ok).toBe(false);
  });

  test.each([
    '2026-03-01',
    '20260301T12',
    '20260301120000+05',
    '20260301120000+1500',
    '20260301120000Z',
    '20260301120000.',
    'yesterday',
    '""',
  ])('%j is refused', (text) => {
    expect(readTimestamp(text).ok).toBe(false);
  });

  test('knows leap years and leap seconds', () => {
    expect(time('20240229').day).toBe(29);
    expect(time('20000229').day).toBe(29);
    expect(instant('20161231235960+0000')).toBe('2017-01-01T00:00:00.000Z');
  });
});

describe('the instant of a time', () => {
  test('follows the sender’s offset when there is one', () => {
    expect(instant('20260701120000.25+0200')).toBe('2026-07-01T10:00:00.250Z');
  });

  test('follows the hospital’s zone when there is none', () => {
    expect(instant('20260101120000')).toBe('2026-01-01T12:00:00.000Z');
    expect(instant('20260701120000')).toBe('2026-07-01T11:00:00.000Z');
    expect(instant('20260701120000', 'Asia/Kathmandu')).toBe('2026-07-01T06:15:00.000Z');
    expect(instant('20260101000000', 'Pacific/Kiritimati')).toBe('2025-12-31T10:00:00.000Z');
  });

  test('of a partial date is its beginning', () => {
    expect(instant('2026')).toBe('2026-01-01T00:00:00.000Z');
    expect(instant('202607')).toBe('2026-06-30T23:00:00.000Z');
    expect(instant('0099', 'UTC')).toBe('0099-01-01T00:00:00.000Z');
  });

  test('in the hour that daylight saving skips is moved by the length of the gap', () => {
    expect(instant('20260329005959')).toBe('2026-03-29T00:59:59.000Z');
    expect(instant('20260329013000')).toBe('2026-03-29T01:30:00.000Z');
    expect(instant('20260329020000')).toBe('2026-03-29T01:00:00.000Z');
    expect(instant('20260308023000', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
  });

  test('in the hour that occurs twice is the first of the two', () => {
    expect(instant('20261025005959')).toBe('2026-10-24T23:59:59.000Z');
    expect(instant('20261025013000')).toBe('2026-10-25T00:30:00.000Z');
    expect(instant('20261025020000')).toBe('2026-10-25T02:00:00.000Z');
    expect(instant('20261101013000', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
    expect(instant('20260405014500', 'Australia/Lord_Howe')).toBe('2026-04-04T14:45:00.000Z');
  });

  test('on a day that a zone skipped altogether is the day after', () => {
    expect(instant('20111230120000', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z');
  });

  test.each(['Europe/Dublin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Riyadh'])(
    'in %s shows the same hour again, but for the one that does not exist',
    (zone) => {
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
      const shownOtherwise: string[] = [];
      for (let hour = 0; hour < 8760; hour++) {
        const wall = new Date(Date.UTC(2026, 0, 1, hour)).toISOString().slice(0, 19).replace('T', ' ');
        const shown = format.format(timestampToInstant(time(wall.replace(/\D/g, '')), zone));
        if (shown !== wall) shownOtherwise.push(wall);
      }
      expect(shownOtherwise.length).toBeLessThanOrEqual(1);
    },
  );
});
