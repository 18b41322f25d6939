import { describe, expect, it } from 'vitest';
import { isDiagnosisOf, isDispositionOf, isPayerOf } from './codes.ts';

describe('a group of diagnoses', () => {
  it.each([
    ['O80.1', 'O80', true],
    ['o801', 'O80.1', true],
    ['O80', 'O80.1', false],
    ['Z37.1', 'O80', false],
    ['Z37.1', ' . ', false],
  ])('%s in %s: %s', (code, group, expected) => {
    expect(isDiagnosisOf([code], [group])).toBe(expected);
  });

  it('has nobody whose diagnosis is not known', () => {
    expect(isDiagnosisOf(null, ['O80'])).toBe(false);
    expect(isDiagnosisOf(['A09', 'O80.0'], ['Z38', 'O80'])).toBe(true);
  });
});

describe('a disposition', () => {
  it.each([
    ['03', '3', true],
    ['3', '03', true],
    ['0', '00', true],
    ['30', '3', false],
    ['ama', 'AMA', true],
    [null, '03', false],
  ])('%s is %s: %s', (disposition, code, expected) => {
    expect(isDispositionOf(disposition, [code])).toBe(expected);
  });
});

it('who pays is compared without case', () => {
  expect(isPayerOf(['MEDICARE', '1234'], ['Medicare'])).toBe(true);
  expect(isPayerOf(null, ['Medicare'])).toBe(false);
});
