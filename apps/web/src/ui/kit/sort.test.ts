import { expect, test } from 'vitest';
import { nextSort, sortDirection } from './sort.ts';

test('a click on a heading shows the newest first, the next one the oldest', () => {
  expect(nextSort(undefined, 'event_at')).toBe('-event_at');
  expect(nextSort('-event_at', 'event_at')).toBe('event_at');
  expect(nextSort('event_at', 'event_at')).toBe('-event_at');
  expect(nextSort('-received_at', 'event_at')).toBe('-event_at');
});

test('only the heading that is sorted by has a direction', () => {
  expect(sortDirection('-event_at', 'event_at')).toBe('descending');
  expect(sortDirection('event_at', 'event_at')).toBe('ascending');
  expect(sortDirection('-event_at', 'received_at')).toBeUndefined();
});
