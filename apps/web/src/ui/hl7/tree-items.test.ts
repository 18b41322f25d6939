import { expect, test } from 'vitest';
import type { messages } from '@wardvoice/contract';
import { startIndex, treeItems } from './tree-items.ts';

const segments: messages.MessageDetail['segments'] = [
  { name: 'MSH', title: 'Message header', fields: [{ address: 'MSH-3', title: null, value: 'PAS', components: [] }] },
  {
    name: 'PID',
    title: 'Patient identification',
    fields: [
      {
        address: 'PID-5',
        title: 'Patient name',
        value: 'Quill^Dara',
        components: [{ address: 'PID-5.1', title: 'Family name', value: 'Quill' }],
      },
    ],
  },
];

test('a folded segment keeps only its own row', () => {
  expect(treeItems(segments, new Set()).map(({ name }) => name)).toEqual(['MSH', 'MSH-3', 'PID', 'PID-5', 'PID-5.1']);
  expect(treeItems(segments, new Set(['0'])).map(({ name }) => name)).toEqual(['MSH', 'PID', 'PID-5', 'PID-5.1']);
});

test('a message in error is opened at the field that is wrong, or at the segment where it is missing', () => {
  const items = treeItems(segments, new Set());
  expect(items[startIndex(items, 'PID-5')]?.name).toBe('PID-5');
  expect(items[startIndex(items, 'PID-3')]?.name).toBe('PID');
  expect(items[startIndex(items, 'ZZZ-1')]?.name).toBe('MSH');
  expect(items[startIndex(items, null)]?.name).toBe('MSH');
});
