import { STAFF_LANGUAGES, type StaffLanguage } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { fillWords, STAFF_WORDS, staffWordsIn } from './staff-words-in.ts';

/** Every text of a language by its path, such as "alarms.backlog.title". */
function textsOf(words: unknown, path = ''): [string, string][] {
  if (typeof words === 'string') return [[path, words]];
  return Object.entries(words as object).flatMap(([name, inner]) =>
    textsOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted((a, b) => a.localeCompare(b));

const english = new Map(textsOf(STAFF_WORDS.en));

/** Words that are the same in a language as in English. */
const ALIKE: Readonly<Partial<Record<StaffLanguage, readonly string[]>>> = {
  fr: ['Score', '{number} points', 'e-mail', 'Question', 'Cause'],
  pl: ['e-mail', 'kiosk', 'link'],
};
const ALIKE_EVERYWHERE = ['NPS', 'SMS'];

describe('the words to staff', () => {
  it.each(STAFF_LANGUAGES.filter((language) => language !== 'en'))(
    'in %s have the values that the English ones have',
    (language) => {
      const texts = textsOf(STAFF_WORDS[language]);
      expect(texts.map(([path]) => path)).toEqual([...english.keys()]);
      for (const [path, text] of texts)
        expect([path, ...placeholders(text)]).toEqual([path, ...placeholders(english.get(path) ?? '')]);
    },
  );

  it.each(STAFF_LANGUAGES.filter((language) => language !== 'en'))('in %s are translated', (language) => {
    const untranslated = textsOf(STAFF_WORDS[language])
      .filter(([, text]) => ![...ALIKE_EVERYWHERE, ...(ALIKE[language] ?? [])].includes(text))
      .filter(([path, text]) => text === english.get(path) && text.replace(/\{\w+\}|\W/g, '') !== '')
      .map(([path]) => path);
    expect(untranslated).toEqual([]);
  });

  it('are English for a language that staff cannot choose', () => {
    expect(staffWordsIn('de')).toBe(STAFF_WORDS.en);
    expect(staffWordsIn('toString')).toBe(STAFF_WORDS.en);
    expect(staffWordsIn(null)).toBe(STAFF_WORDS.en);
  });

  it('leave braces in a value as they are', () => {
    expect(fillWords('{a} and {b}', { a: '{b}', b: 'x' })).toBe('{b} and x');
  });
});
