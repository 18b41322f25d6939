/**
 * Returns a given name as it is written in a sentence. Many patient systems send names in capitals, and "Hello MARGARET" reads like
 * a reminder to pay. A name that has any small letter is left alone: its sender knows how it is written. So are initials ("JP"),
 * numerals ("III"), scripts without capitals, and names with the Turkish İ, whose small letters depend on the language.
 */
export function nameInText(name: string): string {
  if (name !== name.toUpperCase() || name.length < 3 || name.includes('İ')) return name;
  return name.replaceAll(/\p{L}[\p{L}\p{M}'’]*/gu, (word) => (isInitialsOrNumeral(word) ? word : inSmallLetters(word)));
}

const isInitialsOrNumeral = (word: string): boolean =>
  !/[AEIOUYÆØŒ]/.test(word.normalize('NFD')) || (word.length > 1 && /^[IVX]+$/.test(word));

/** Writes O'NEIL as O'Neil, MCKENNA as McKenna, and NA'IMA as Na'ima. */
function inSmallLetters(word: string): string {
  const [, prefix = '', rest = word] = /^(\p{L}['’]|MC(?=\p{L}{3}))?(.+)$/su.exec(word) ?? [];
  return `${capitalised(prefix)}${capitalised(rest)}`;
}

const capitalised = (text: string): string => text.slice(0, 1) + text.slice(1).toLowerCase();
