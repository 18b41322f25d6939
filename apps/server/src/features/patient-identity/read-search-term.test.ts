import { expect, it } from 'vitest';
import { readSearchTerm } from './read-search-term.ts';

const read = (term: string, country = 'GB') => readSearchTerm(term, country);

it.each([
  ['Juniper, Dervla', ['juniper', 'dervla']],
  ['  dervla   jun ', ['dervla', 'jun']],
  ['a b c d e f', ['a', 'b', 'c', 'd', 'e']],
  ['Juniper 1952-03-04', ['juniper']],
  [',', []],
])('reads the words of "%s"', (term, words) => expect(read(term).words).toEqual(words));

it.each([
  ['1952-03-04', 'GB', '1952-03-04'],
  ['19520304', 'GB', '1952-03-04'],
  ['04/03/1952', 'GB', '1952-03-04'],
  ['4.3.1952', 'DE', '1952-03-04'],
  ['03/04/1952', 'US', '1952-03-04'],
  ['Juniper 4-3-1952', 'IE', '1952-03-04'],
  ['31/02/1952', 'GB', null],
  ['12345678', 'GB', null],
  ['0000-01-01', 'GB', null],
  ['1952', 'GB', null],
])('reads the date in "%s" as in %s', (term, country, day) => expect(read(term, country).birthDate).toBe(day));

it.each([
  ['07700 900123', 'GB', '+447700900123'],
  ['+44 (0)7700 900-123', 'IE', '+447700900123'],
  ['Juniper', 'GB', null],
  ['1952-03-04', 'GB', null],
  ['12', 'GB', null],
])('reads the phone number "%s" as in %s', (term, country, phone) => expect(read(term, country).phone).toBe(phone));

it.each([
  ['Dervla@Example.ORG', 'dervla@example.org'],
  ['@', null],
])('reads the e-mail address in "%s"', (term, email) => expect(read(term).email).toBe(email));
