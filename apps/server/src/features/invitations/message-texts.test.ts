import { expect, test } from 'vitest';
import { fillIn, surveyWords } from './message-texts.ts';

test.each([
  ['MARGARET', 'Margaret'],
  ['JEAN-PIERRE', 'Jean-Pierre'],
  ['MARY J.', 'Mary J.'],
  ['HENRY III', 'Henry III'],
  ["D'ARCY", "D'Arcy"],
  ['O’NEIL', 'O’Neil'],
  ["NA'IMA", "Na'ima"],
  ['MCKENNA', 'McKenna'],
  ['ZOË', 'Zoë'],
  ['ŁUKASZ', 'Łukasz'],
  ['ÅSA ØYVIND', 'Åsa Øyvind'],
  ['MARY J.', 'Mary J.'],
  ['HENRY III', 'Henry III'],
])('a name in capitals, %s, is written to its patient as %s', (sent, written) => {
  expect(fillIn('Hello {{given_name}},', { given_name: sent })).toBe(`Hello ${written},`);
});

test.each(['LaToya', 'de Vries', 'margaret', 'JP', 'TJB', 'AL', 'III', 'İPEK', 'مريم', '美咲', ''])(
  'the name %s is written as it came',
  (name) => {
    expect(fillIn('{{given_name}}', { given_name: name })).toBe(name);
  },
);

test('only names of people are changed, not those of hospitals and wards', () => {
  expect(fillIn('{{given_name}} {{hospital}} {{ward}}', { given_name: 'JOHN', hospital: 'STB', ward: 'ASH' })).toBe(
    'John STB ASH',
  );
  expect(surveyWords('en', 'email', { given_name: 'JOHN', hospital: 'STB' }).text).toMatch(/^Hello John,\n/);
});
