import { describe, expect, it } from 'vitest';
import { findDayProblem, findNumberProblem, parseDay, parseNumber } from './read-value.ts';
import { sayLimits, sayProblem } from './value-words.ts';

const free = { step: null, unit: null };
const limits = { smallest: null, largest: null, step: null, unit: null };

describe('a number', () => {
  it.each([
    ['36.6', 36.6],
    ['36,6', 36.6],
    ['-3', -3],
    ['−3', -3],
    ['1 200', 1200],
    ['1 200,5', 1200.5],
    ['٣٦٫٦', 36.6],
    ['۱۲', 12],
    ['007', 7],
    ['0.125', 0.125],
    ['1.125000', 1.125],
  ])('written as %s is understood', (text, number) => {
    expect(parseNumber(text, free)).toBe(number);
  });

  it.each(['', 'ten', '1e3', '1,200', '1.200', '1.2.3', '12 3', '0x10', '--3', '1.1234567', 'NaN', 'Infinity'])(
    'written as "%s" is not guessed at',
    (text) => {
      expect(parseNumber(text, free)).toBeNull();
    },
  );

  it('may be followed by its unit, and has thousandths where the question asks for them', () => {
    expect(parseNumber('72 KG', { step: null, unit: 'kg' })).toBe(72);
    expect(parseNumber('1.200', { step: 0.001, unit: null })).toBe(1.2);
    expect(parseNumber('1.200', { step: 0.5, unit: null })).toBeNull();
  });

  it('stays within its limits and on its steps, which are counted exactly', () => {
    const pain = { ...limits, smallest: 0, largest: 10, step: 1 };
    expect([-1, 0, 10, 11, 2.5].map((number) => findNumberProblem(number, pain))).toEqual([
      'too_small',
      null,
      null,
      'too_large',
      'off_step',
    ]);
    const tenths = { ...limits, smallest: 0.1, step: 0.2 };
    expect([0.3, 0.7, 0.4].map((number) => findNumberProblem(number, tenths))).toEqual([null, null, 'off_step']);
    expect(findNumberProblem(1_000_000_000, limits)).toBe('too_large');
  });
});

describe('a day', () => {
  it.each([
    ['2026-01-31', '2026-01-31'],
    ['2026/1/3', '2026-01-03'],
    ['2026.01.03', '2026-01-03'],
    ['٢٠٢٦-٠١-٣١', '2026-01-31'],
    ['2024-02-29', '2024-02-29'],
  ])('written as %s is understood', (text, day) => {
    expect(parseDay(text)).toBe(day);
  });

  it.each(['', '31.01.2026', '01/02/2026', '2026-02-29', '2026-13-01', '2026-01-31T10:00:00Z', '0000-01-01', '?'])(
    'written as "%s" is not guessed at',
    (text) => {
      expect(parseDay(text)).toBeNull();
    },
  );

  it('stays within its limits', () => {
    const week = { earliest: '2026-01-05', latest: '2026-01-11' };
    expect(['2026-01-04', '2026-01-05', '2026-01-11', '2026-01-12'].map((day) => findDayProblem(day, week))).toEqual([
      'too_early',
      null,
      null,
      'too_late',
    ]);
  });
});

describe('what a patient reads about it', () => {
  const number = { ...limits, smallest: 0, largest: 1000.5, earliest: null, latest: null };
  const day = { ...limits, earliest: '2026-01-05', latest: '2026-01-11' };

  it('has numbers and days as the language writes them', () => {
    expect(sayProblem('too_large', number, 'fr')).toBe(
      'Écrivez un nombre égal ou inférieur à 1 000,5.'.replace('1 0', '1\u202f0'),
    );
    expect(sayProblem('too_late', day, 'pl')).toBe('Wybierz 11 stycznia 2026 lub dzień wcześniejszy.');
    expect(sayLimits({ type_of: 'date', ...day }, 'en')).toBe('From 5 January 2026 to 11 January 2026.');
    expect(sayLimits({ type_of: 'number', ...number, largest: null }, 'es')).toBe('0 o más.');
    expect(sayLimits({ type_of: 'number', ...number, smallest: null, largest: null }, 'en')).toBeNull();
  });

  it('is said in each language of the portal, and in English in any other', () => {
    const said = ['en', 'ar', 'fr', 'es', 'pl', 'ur'].map((language) => sayProblem('not_a_day', day, language));
    expect(new Set(said).size).toBe(6);
    expect(sayProblem('not_a_day', day, 'de')).toBe(said[0]);
  });
});
