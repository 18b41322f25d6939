import { expect, it } from 'vitest';
import { UnansweredBytes } from './unanswered-bytes.ts';

it('one address that has too many waits, and leaves room for others', () => {
  const bytes = new UnansweredBytes({ max: 100, maxOfPeer: 40 });
  bytes.add('10.0.0.1', 40);
  expect([bytes.isFull('10.0.0.1'), bytes.isFull('10.0.0.2')]).toEqual([true, false]);
  expect([bytes.remove('10.0.0.1', 1), bytes.isFull('10.0.0.1')]).toEqual([true, false]);
});

it('all wait when together they have too many', () => {
  const bytes = new UnansweredBytes({ max: 100, maxOfPeer: 60 });
  bytes.add('10.0.0.1', 50);
  bytes.add('10.0.0.2', 50);
  expect(bytes.isFull('10.0.0.3')).toBe(true);
  expect([bytes.remove('10.0.0.2', 50), bytes.isFull('10.0.0.3')]).toEqual([true, false]);
});

it('others are read again as soon as there is room, also while the one who made it still has too many', () => {
  const bytes = new UnansweredBytes({ max: 100, maxOfPeer: 40 });
  bytes.add('10.0.0.1', 70);
  bytes.add('10.0.0.2', 30);
  expect([bytes.remove('10.0.0.1', 10), bytes.isFull('10.0.0.1'), bytes.isFull('10.0.0.2')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(bytes.remove('10.0.0.1', 10)).toBe(false);
});
