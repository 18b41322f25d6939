import { results } from '@wardvoice/contract';
import { COMMON_WORDS, POLISH_ENDINGS, TITLES } from './name-words.ts';

/** Names that a comment is searched for, each in lower case. */
export interface KnownNames {
  /** Words of the names of the person who was asked, and of their doctor. They are masked however they are written. */
  own: ReadonlySet<string>;
  /** Given names of other people of the hospital, and names of its staff. They are masked where they are written as a name. */
  others: ReadonlySet<string>;
}

interface Token {
  text: string;
  start: number;
  end: number;
  /** What it may be written as in the hospital's records. */
  forms: string[];
  /** Whether it is written as a name: with a capital, or in a script that has none. */
  isNameLike: boolean;
  /** What stands between it and the token before. */
  gap: string;
}

/** A word with its apostrophes and hyphens: "O'Brien", "Anne-Marie". */
const WORD = /[\p{L}\p{M}]+(?:['’ʼ‘-][\p{L}\p{M}]+)*/gu;
/** Parts have the length that mail allows (RFC 5321 §4.5.3.1), so that a long text is not tried anew from each of its letters. */
const ADDRESS = /[^\s@<>()]{1,64}@[^\s@<>()]{1,250}\.[\p{L}\p{Nd}-]{1,63}/gu;
/** Digits with what people write between them. Whether it is a number of a person is a matter of how many there are. */
const DIGITS = /\p{L}{0,10}\+?\p{Nd}(?:[\p{Nd} ./()-]*\p{Nd})?/gu;
/** A telephone number, hospital number or date of birth has as many; a time, a ward, a price or a year has fewer. */
const MIN_DIGITS = 6;
/** Names of fewer letters are masked only where they are written as a name. */
const MIN_OWN_LETTERS = 3;
/** From this share of words with a capital on, a capital says nothing. */
const MAX_CAPITALS = 0.6;

const SPACES = /^[ \t]*$/u;
/** With the full stop of an abbreviated title. */
const AFTER_TITLE = /^\.?[ \t]*$/u;

const hasCase = (word: string): boolean => word.toLowerCase() !== word.toUpperCase();
const startsWithCapital = (word: string): boolean => word.slice(0, 1) !== word.slice(0, 1).toLowerCase();

/** Returns the words of a comment that may be somebody's name, in lower case and in each form that records may have: to be looked up. */
export function possibleNames(text: string): string[] {
  const forms = tokensOf(text)
    .filter(({ isNameLike }) => isNameLike)
    .flatMap((token) => token.forms);
  return [...new Set(forms)].filter((form) => !COMMON_WORDS.has(form) && !TITLES.has(form));
}

/**
 * Returns a comment without what says who somebody is: the person's own names and those of their doctor, given names of other patients,
 * names of staff, whoever is named after a title, e-mail addresses, and long numbers. Each run of them becomes one NAME_MASK. Nothing is guessed
 * from grammar, so a name that the hospital does not know stays where no title is before it.
 */
export function maskNames(text: string, names: KnownNames): string {
  const tokens = tokensOf(text);
  const masked: { start: number; end: number }[] = [
    ...spansOf(text, ADDRESS),
    ...spansOf(text, DIGITS).filter(
      ({ start, end }) => (text.slice(start, end).match(/\p{Nd}/gu)?.length ?? 0) >= MIN_DIGITS,
    ),
  ];
  const capitals = tokens.filter(({ text: word }) => hasCase(word) && startsWithCapital(word)).length;
  const saysCapital = capitals <= tokens.length * MAX_CAPITALS || tokens.length < 4;
  let isAfterTitle = false;
  let isAfterName = false;
  for (const token of tokens) {
    const isTitle = token.forms.some((form) => TITLES.has(form));
    const isCalled: boolean = isAfterTitle && AFTER_TITLE.test(token.gap) && isNameAfterTitle(token, names);
    const isSurname: boolean =
      isAfterName && SPACES.test(token.gap) && saysCapital && hasCase(token.text) && maybeName(token);
    const isName: boolean = (!isTitle && (isCalled || isSurname)) || isKnownName(token, names);
    if (isName) masked.push(token);
    isAfterName = isName;
    isAfterTitle = isTitle && !isName;
  }
  return replaceAll(text, masked);
}

function isKnownName({ text, forms, isNameLike }: Token, { own, others }: KnownNames): boolean {
  const isCommon = forms.some((form) => COMMON_WORDS.has(form));
  if (forms.some((form) => own.has(form))) return isNameLike || (!isCommon && text.length >= MIN_OWN_LETTERS);
  return isNameLike && !isCommon && forms.some((form) => others.has(form));
}

/** After a title, a word in capital letters throughout says nothing, and one of the common words is a name if somebody is called so. */
function isNameAfterTitle(token: Token, { others }: KnownNames): boolean {
  if (hasCase(token.text) && token.text === token.text.toUpperCase()) return false;
  return maybeName(token) || (token.isNameLike && token.forms.some((form) => others.has(form)));
}

/** Whether a word is written as a name, known or not, and is none of the common words. */
const maybeName = ({ text, forms, isNameLike }: Token): boolean =>
  isNameLike && text.length > 1 && !forms.some((form) => COMMON_WORDS.has(form));

function tokensOf(text: string): Token[] {
  let before = 0;
  return [...text.matchAll(WORD)].map((match) => {
    const start = match.index;
    const gap = text.slice(before, start);
    before = start + match[0].length;
    return {
      text: match[0],
      start,
      end: before,
      forms: formsOf(match[0]),
      isNameLike: !hasCase(match[0]) || startsWithCapital(withoutElision(match[0])),
      gap,
    };
  });
}

/** "l'infirmière", "d'Amélie": what is before the apostrophe is no part of a name. */
const withoutElision = (word: string): string => word.replace(/^(?:[cdjlmnst]|qu)['’ʼ‘]/iu, '');

/** Returns what a word may be in the records: itself, its parts, without "'s", without what languages add to a name. */
function formsOf(word: string): string[] {
  const whole = word.normalize('NFC').toLowerCase();
  const bare = withoutElision(whole).replace(/['’ʼ‘]s$/u, '');
  const parts = bare.split('-').filter((part) => part.length > 1);
  // Arabic writes "and", "to", "with" and "like" in one word with what follows.
  const joined = /^\p{Script=Arabic}/u.test(bare) && bare.length > 3 ? [bare.replace(/^[وفبلك]/u, '')] : [];
  const declined = POLISH_ENDINGS.filter(([ending]) => bare.endsWith(ending) && bare.length - ending.length >= 3).map(
    ([ending, own]) => bare.slice(0, bare.length - ending.length) + own,
  );
  return [...new Set([whole, bare.replaceAll(/[’ʼ‘]/gu, "'"), ...parts, ...joined, ...declined])];
}

const spansOf = (text: string, pattern: RegExp): { start: number; end: number }[] =>
  [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));

/** Puts one mask for each run of masked places: those with nothing but spaces between them. */
function replaceAll(text: string, places: readonly { start: number; end: number }[]): string {
  const sorted = places.toSorted((one, other) => one.start - other.start);
  let result = '';
  let done = 0;
  for (const { start, end } of sorted) {
    if (end <= done) continue;
    const between = text.slice(done, Math.max(start, done));
    const continues = result.endsWith(results.NAME_MASK) && SPACES.test(between);
    result += continues ? '' : between + results.NAME_MASK;
    done = end;
  }
  return result + text.slice(done);
}
