import { expect, test } from 'vitest';
import { ageInYears, localeOf, plainDate, relativeTime, shortTime } from './time.ts';

const now = Date.parse('2026-03-29T12:00:00Z');

test('times are told as people say them', () => {
  expect(relativeTime('2026-03-29T11:59:40Z', now, 'en')).toBe('now');
  expect(relativeTime('2026-03-29T11:55:00Z', now, 'en')).toBe('5 min. ago');
  expect(relativeTime('2026-03-29T14:00:00Z', now, 'en')).toBe('in 2 hr.');
  expect(relativeTime('2026-03-28T11:00:00Z', now, 'en')).toBe('yesterday');
  expect(relativeTime('2026-03-21T11:00:00Z', now, 'en')).toBe('1 wk. ago');
  expect(relativeTime('2026-05-01T11:00:00Z', now, 'pl')).toBe('za 1 mies.');
});

test.each(['en', 'fr', 'es', 'pl', 'ar', 'ur'])(
  'no language says of the past what it says of the future: %s',
  (language) => {
    for (let days = 1; days <= 400; days += 1) {
      const at = (time: number) => relativeTime(new Date(time).toISOString(), now, localeOf(language, 'GB'));
      expect(at(now - days * 86_400_000)).not.toBe(at(now + days * 86_400_000));
    }
  },
);

test('an exact time is in the time zone of the hospital', () => {
  expect(shortTime('2026-07-01T12:00:00Z', 'en-GB', 'Europe/Dublin')).toBe('1 Jul 2026, 13:00');
});

test('dates are written as in the country of the hospital', () => {
  expect(shortTime('2026-07-01T12:00:00Z', localeOf('en', 'IE'), 'Europe/Dublin')).toBe('1 Jul 2026, 13:00');
  expect(localeOf('pt-BR', 'IE')).toBe('pt-BR');
  expect(localeOf('en', undefined)).toBe('en');
  expect(shortTime('2026-07-01T18:40:00Z', localeOf('ur', 'GB'), 'Europe/London')).toContain('19:40');
  expect(shortTime('2026-07-01T18:40:00Z', localeOf('ur', 'PK'), 'Asia/Karachi')).toContain('11:40 PM');
  expect(plainDate('2026-07-01', localeOf('ur', 'IN'))).toContain('2026');
  expect(plainDate('2026-07-01', localeOf('ar', 'EG'))).toContain('2026');
});

test('a date stays whole beside what is written in the other direction', () => {
  expect(plainDate('1978-07-09', localeOf('ar', 'GB'))).toMatch(/^\u2067.*1978.*\u2069$/);
  expect(shortTime('2026-07-01T12:00:00Z', localeOf('ur', 'PK'))).toMatch(/^\u2067.*2026.*\u2069$/);
  expect(plainDate('1978-07-09', 'en-GB')).toBe('9 Jul 1978');
});

test('a birth date stays the same day everywhere', () => {
  expect(plainDate('1960-02-29', 'en-GB')).toBe('29 Feb 1960');
  expect(plainDate('1960', 'en-GB')).toMatch(/1960/);
});

test('a patient is a year older on the birthday, not before', () => {
  expect(ageInYears('1960-03-29', now)).toBe(66);
  expect(ageInYears('1960-03-30', now)).toBe(65);
  expect(ageInYears('1960', now)).toBeNull();
});
