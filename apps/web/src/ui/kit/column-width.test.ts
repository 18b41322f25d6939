import { expect, test } from 'vitest';
import { columnWidth, type ColumnHead } from './column-width.ts';

const widthOf = (head: Partial<ColumnHead>) => columnWidth({ title: 'State', ...head });

test('a column without a width shares what is left', () => {
  expect(widthOf({})).toBeUndefined();
});

test('a column makes room for its title, with the arrow that sorts by it', () => {
  expect(widthOf({ width: 60 })).toBe('max(60px, calc(4.5ch + 28px))');
  expect(widthOf({ width: 60, sort: 'state' })).toBe('max(60px, calc(4.5ch + 46px))');
  expect(widthOf({ width: 60, titleHidden: true })).toBe('60px');
});

test('a column makes room for the longest text that it shows whole', () => {
  expect(widthOf({ width: 60, titleHidden: true, fits: ['Open', 'Zamknięta'] })).toBe('max(60px, calc(8.1ch + 52px))');
});
