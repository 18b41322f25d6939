import { expect, test } from 'vitest';
import { messages } from '@wardvoice/contract';
import { addressOf, csvAddressOf, fromSearch, toSearch } from './address.ts';
import { readSearch } from './search.ts';

test('an address carries its parameters and only the filters that are set', () => {
  expect(addressOf(messages.getMessage, { id: 7 })).toBe('/api/v1/hl7_messages/7');
  expect(addressOf(messages.listMessages, {}, { type: 'A03', term: undefined, location: ['A & E', 'B'] })).toBe(
    '/api/v1/hl7_messages?type=A03&location=A+%26+E&location=B',
  );
});

test('a list is exported with its filters but not its page', () => {
  expect(csvAddressOf(messages.listMessages, { page: 4, per_page: 25, state: 'error' })).toBe(
    '/api/v1/hl7_messages.csv?state=error',
  );
});

test('what is written into the address of the screen is read back as text', () => {
  expect(fromSearch(toSearch({ exclude_feedback: 1, after: '2026-01-31', distribution_list: '' }))).toEqual({
    exclude_feedback: '1',
    after: '2026-01-31',
    distribution_list: '',
  });
});

test('a bad filter in the address is left out, and the good ones stay', () => {
  const search = readSearch(messages.listMessages, fromSearch('?state=broken&type=A03&page=x'));
  expect(search).toMatchObject({ type: 'A03', page: 1, per_page: 25 });
  expect(search).not.toHaveProperty('state');
});
