import { expect, it } from 'vitest';
import { readLanguage } from './read-language.ts';

const read = (identifier: string, text: string | null = '') => readLanguage({ identifier, text });

it.each([
  ['EN', 'en'],
  ['en-GB', 'en'],
  ['fr_CH', 'fr'],
  ['URD', 'ur'],
  ['ger', 'de'],
  ['deu', 'de'],
  ['Polish', 'pl'],
  ['polski', 'pl'],
  ['العربية', 'ar'],
  // None of these is the language that begins with the same two letters.
  ['ARM', 'hy'],
  ['EST', 'et'],
  ['Estonian', 'et'],
  ['SWE', 'sv'],
  // Codes that were replaced.
  ['heb', 'he'],
  ['iw', 'he'],
  ['Hebrew', 'he'],
  ['in', 'id'],
])('PID-15 “%s” is %s', (sent, language) => expect(read(sent)).toBe(language));

it('PID-15 is read from its text where its code is the sender’s own', () => {
  expect(read('17', 'Spanish')).toBe('es');
  expect(read('', 'Spanish')).toBe('es');
  expect(read('FR', 'Spanish')).toBe('fr');
});

it.each(['', 'xx', 'unknown', '17', 'English?'])('PID-15 “%s” tells no language', (sent) =>
  expect(read(sent)).toBeUndefined(),
);

it('PID-15 is deleted by two double quotes', () => {
  expect(readLanguage({ identifier: null, text: '' })).toBeNull();
});
