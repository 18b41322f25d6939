import { expect, it } from 'vitest';
import { onlyRow } from './only-row.ts';

it('returns the first row, also where it is 0 or null', () => {
  expect(onlyRow([{ id: 7 }])).toEqual({ id: 7 });
  expect(onlyRow([0])).toBe(0);
  expect(onlyRow([null])).toBeNull();
});

it('throws where there is no row', () => {
  expect(() => onlyRow([])).toThrow('returned none');
});
