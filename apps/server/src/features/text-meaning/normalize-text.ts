/** Letters that Unicode does not decompose, and Arabic and Urdu letters that people type in place of one another. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ى: 'ي',
  ی: 'ي',
  ے: 'ي',
  ک: 'ك',
  ہ: 'ه',
  ھ: 'ه',
  ۃ: 'ه',
  ە: 'ه',
  ة: 'ه',
  ٱ: 'ا',
  ں: 'ن',
  ـ: '',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/**
 * Returns the words of a text in lower case, without accents, vowel signs and punctuation, and with one spelling for
 * letters that are typed in place of one another. Contractions lose their apostrophe ("don't" becomes "dont").
 */
export function normalizeText(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/(\p{L})[’'`´ʼ](t|s|m|re|ll|ve)(?!\p{L})/gu, '$1$2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  // "S.T.O.P." and "s t o p" become one word.
  return /^\p{L}( \p{L}){2,}$/u.test(plain) ? plain.replaceAll(' ', '') : plain;
}

/**
 * Compiles a phrase to a pattern over normalised text with a space at both ends. In a phrase, "|" separates
 * alternatives ("texts|messages"), "?" marks a word as optional ("my?"), "*" allows any ending ("messag*"), "_" joins
 * two words, and "…" stands for up to three arbitrary words.
 */
export function compilePhrase(phrase: string): RegExp {
  const parts = phrase.split(' ').map((word) => {
    if (word === '…') return '(?: \\S+){0,3}';
    const isOptional = word.endsWith('?');
    const alternatives = word
      .replace(/[?]$/, '')
      .split('|')
      .map((one) => normalizeText(one.replaceAll('_', ' ').replace('*', '')) + (one.endsWith('*') ? '\\S*' : ''));
    return `(?: (?:${alternatives.join('|')}))${isOptional ? '?' : ''}`;
  });
  return new RegExp(`${parts.join('')}(?= )`, 'u');
}

/**
 * Returns whether the words differ by one added, missing or different letter, or by two swapped letters
 * (Damerau-Levenshtein distance 1).
 */
export function isOneTypoAway(word: string, wanted: string): boolean {
  if (Math.abs(word.length - wanted.length) > 1 || word === wanted) return false;
  let start = 0;
  while (start < word.length && word[start] === wanted[start]) start += 1;
  const [rest, wantedRest] = [word.slice(start), wanted.slice(start)];
  return (
    rest.slice(1) === wantedRest.slice(1) ||
    rest.slice(1) === wantedRest ||
    rest === wantedRest.slice(1) ||
    (rest[0] === wantedRest[1] && rest[1] === wantedRest[0] && rest.slice(2) === wantedRest.slice(2))
  );
}
