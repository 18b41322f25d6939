import { expect, test } from 'vitest';
import { searchOfView, VIEWS, viewOf } from './case-views.ts';

test('each view of the cases is found again from its address', () => {
  for (const view of VIEWS) expect(viewOf(searchOfView(view))).toBe(view);
});

test('a filter of another kind belongs to all cases', () => {
  expect(viewOf({ state: 'contacted' })).toBe('all');
});
