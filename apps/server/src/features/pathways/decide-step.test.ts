import { describe, expect, it } from 'vitest';
import { decideStep, type DueFacts } from './decide-step.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY);
const due = (facts: Partial<DueFacts> = {}): DueFacts => ({
  due_at: NOW,
  closes_at: inDays(14),
  put_off: null,
  is_erased: false,
  is_second: false,
  is_met: true,
  is_answered: false,
  refusal: null,
  ...facts,
});

describe('a step that is due', () => {
  it('is asked where nothing is against it', () => {
    expect(decideStep(due(), NOW)).toEqual({ kind: 'asked' });
  });

  it.each([
    ['deceased', 'deceased'],
    ['opted_out', 'opted_out'],
    ['event_cancelled', 'event_cancelled'],
  ] as const)('ends the pathway when the gate says %s', (refusal, reason) => {
    expect(decideStep(due({ refusal }), NOW)).toEqual({ kind: 'ended', reason });
    expect(decideStep(due({ refusal, closes_at: inDays(-1), is_met: false }), NOW)).toEqual({ kind: 'ended', reason });
  });

  it('ends it for somebody who was erased, or is in it twice', () => {
    expect(decideStep(due({ is_erased: true, refusal: 'no_address' }), NOW)).toEqual({
      kind: 'ended',
      reason: 'erased',
    });
    expect(decideStep(due({ is_second: true }), NOW)).toEqual({ kind: 'ended', reason: 'merged' });
  });

  it('is skipped where its condition is not met, or the survey was answered in another way', () => {
    expect(decideStep(due({ is_met: false }), NOW)).toEqual({ kind: 'skipped', reason: 'condition' });
    expect(decideStep(due({ is_answered: true, refusal: 'asked_lately' }), NOW)).toEqual({
      kind: 'skipped',
      reason: 'answered_elsewhere',
    });
  });

  it('is put off for a day by what may pass, and no longer than its window', () => {
    expect(decideStep(due({ refusal: 'readmitted' }), NOW)).toEqual({
      kind: 'put_off',
      reason: 'readmitted',
      until: inDays(1),
    });
    expect(decideStep(due({ refusal: 'asked_lately', closes_at: inDays(0.5) }), NOW)).toMatchObject({
      until: inDays(0.5),
    });
  });

  it('waits for its day', () => {
    expect(decideStep(due({ due_at: inDays(3) }), NOW)).toEqual({ kind: 'early', until: inDays(3) });
  });

  it('is missed when its window is over, for the reason that kept it', () => {
    const over = { closes_at: NOW };
    expect(decideStep(due(over), NOW)).toEqual({ kind: 'missed', reason: 'late' });
    expect(decideStep(due({ ...over, put_off: 'readmitted' }), NOW)).toEqual({ kind: 'missed', reason: 'readmitted' });
    expect(decideStep(due({ ...over, put_off: 'readmitted', refusal: 'no_address' }), NOW)).toEqual({
      kind: 'missed',
      reason: 'no_address',
    });
  });
});
