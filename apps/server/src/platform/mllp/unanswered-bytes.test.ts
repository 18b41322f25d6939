import { expect, it } from 'vitest';
import { UnansweredBytes } from './unanswered-bytes.ts';

const FLOODING = '10.0.0.1';
const QUIET = '10.0.0.2';

it('one address that has too many waits, and leaves room for others', () => {
  const bytes = new UnansweredBytes({ max: 100, maxOfPeer: 40 });
  bytes.add(FLOODING, 40);
  expect([bytes.roomFor(FLOODING), bytes.roomFor(QUIET)]).toEqual([0, 40]);
  bytes.remove(FLOODING, 1);
  expect(bytes.roomFor(FLOODING)).toBe(1);
});

it('all wait when together they have too many', () => {
  const bytes = new UnansweredBytes({ max: 100, maxOfPeer: 60 });
  bytes.add(FLOODING, 50);
  bytes.add(QUIET, 50);
  expect(bytes.roomFor('10.0.0.3')).toBe(0);
  bytes.remove(QUIET, 50);
  expect(bytes.roomFor('10.0.0.3')).toBe(50);
});

it('an address may have less while others send', () => {
  const bytes = new UnansweredBytes({ max: 100, maxOfPeer: 60, maxBesideOthers: 20 });
  bytes.add(FLOODING, 30);
  expect(bytes.roomFor(FLOODING)).toBe(30);
  bytes.add(QUIET, 1);
  expect([bytes.roomFor(FLOODING), bytes.roomFor(QUIET)]).toEqual([-10, 19]);
  bytes.remove(QUIET, 1);
  bytes.remove(FLOODING, 30);
  expect(bytes.roomFor(FLOODING)).toBe(20);
});
