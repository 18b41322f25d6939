import { describe, expect, it } from 'vitest';
import { checkAddress, findList, LISTS, readAddress, writeAddress } from './saved-views.ts';

const { '/messages/index': call } = LISTS;

describe('the filters of a list', () => {
  it('are written without the page and without what the list fills in by itself, in one order', () => {
    expect(writeAddress(call, { term: 'Ann Lee & co', page: 3, per_page: 50, state: 'error' })).toBe(
      'state=error&term=Ann%20Lee%20%26%20co',
    );
    expect(writeAddress(call, { state: 'error', term: 'x' })).toBe(writeAddress(call, { term: 'x', state: 'error' }));
    expect(writeAddress(call, { page: 2 })).toBe('');
  });

  it('are read as the address of a screen is', () => {
    expect(readAddress('term=Ann+Lee&kind=a&kind=b&odd=%E0%A4')).toEqual({
      term: 'Ann Lee',
      kind: ['a', 'b'],
      odd: '%E0%A4',
    });
  });

  it('which do not exist any more, or have a value that does not, are named, and the others kept', () => {
    expect(checkAddress(call, 'state=error&colour=red&sort=size&page=2')).toEqual({
      address: 'state=error',
      dropped: ['sort', 'colour', 'page'],
    });
  });
});

it('a list is found by the address of its screen', () => {
  expect(findList('/messages/index')?.screen).toBe('/messages/index');
  expect(findList('/messages/distribution-list/index')?.screen).toBe('/messages/distribution-list/index');
  expect(findList('/messages/ADT_A03/index')?.screen).toBe('/messages/$type_string/index');
  expect(findList('/messages/index/1')).toBeUndefined();
  expect(findList('//elsewhere.example/index')).toBeUndefined();
});
