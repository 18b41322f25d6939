/** Letters that Unicode does not take apart, and Arabic and Urdu letters that people type for one another. */
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
 * Returns the words of a text in lower case, without accents, vowel signs and punctuation, and with one spelling for the
 * letters that are typed for one another. Contractions lose their apostrophe ("don't" is "dont").
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
  // "S.T.O.P." and "s t o p" are one word.
  return /^\p{L}( \p{L}){2,}$/u.test(plain) ? plain.replaceAll(' ', '') : plain;
}

/**
 * Compiles a phrase to a pattern over normalised text with a space at both ends. Words of a phrase are alternatives
 * ("texts|messages"), may be left out ("my?"), may go on ("messag*"), join two words with "_", and "…" stands for up to
 * three words whatever.
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

/** Whether one letter more, less, other or two swapped make one word of the other (Damerau-Levenshtein distance 1). */
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
