import { expect, it } from 'vitest';
import { maskAddress } from './mask-address.ts';

it.each([
  ['orla@example.org', 'o•••@e•••.org'],
  ['a@b.co.uk', 'a•••@b•••.uk'],
  ['+447700900777', '•••777'],
])('shortens %s to %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked);
});
