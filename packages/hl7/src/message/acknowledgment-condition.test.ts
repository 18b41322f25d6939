import { describe, expect, it } from 'vitest';
import { asksForAcknowledgment, expectedAcknowledgments } from './acknowledgment-condition.ts';

describe('MSH-15 and MSH-16', () => {
  it.each([
    ['AL', true, true],
    ['NE', false, false],
    ['ER', false, true],
    ['SU', true, false],
    ['', false, false],
    ['YES', false, false],
  ])('%s asks after success: %s, after an error: %s', (condition, good, bad) => {
    expect([asksForAcknowledgment(condition, true), asksForAcknowledgment(condition, false)]).toEqual([good, bad]);
  });

  it.each([
    ['', '', 'always', false],
    ['AL', 'NE', 'always', false],
    ['AL', '', 'always', false],
    ['AL', 'AL', 'always', true],
    ['AL', 'ER', 'always', true],
    ['SU', 'SU', 'always', true],
    ['NE', 'AL', 'always', false],
    ['', 'AL', 'always', false],
    ['NE', 'ER', 'when_refused', false],
    ['ER', 'NE', 'when_refused', false],
    ['ER', 'AL', 'always', false],
    ['NE', 'NE', 'never', false],
    ['NE', '', 'never', false],
  ])('%s and %s: an answer %s, a later one: %s', (accept, application, first, mayFollow) => {
    expect(expectedAcknowledgments(accept, application)).toEqual({ first, mayFollow });
  });
});
