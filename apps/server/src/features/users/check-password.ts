import { dictionary } from '@zxcvbn-ts/language-common';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '@wardvoice/contract';

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);
const FEWEST_DIFFERENT_CHARACTERS = 5;
/** Shorter names occur by chance in too many good passwords. */
const MIN_DISTINCTIVE_CHARACTERS = 4;
const PRODUCT = 'wardvoice';
/** They are in the titles of so many organisations that one of them does not point to any. */
const COMMON_IN_TITLES: ReadonlySet<string> = new Set(
  (
    'care center centre children childrens city clinic clinics clinical college community county district east foundation ' +
    'general group health healthcare hospital hospitals infirmary institute maternity medical medicine memorial mercy national ' +
    'north northern primary private regional royal saint saints south southern teaching trust university west western women womens'
  ).split(' '),
);

interface Person {
  name: string;
  email: string;
  /** Titles of the applications that the person belongs to, or is invited to; empty where none is known. */
  applications: readonly string[];
}

/**
 * Returns what is wrong with a new password, in sentences; an empty list when nothing is. It must be called wherever a
 * password is set: at the first start, at registration, by a link, by the user and by an administrator.
 */
export function checkPassword(password: string, person: Person): string[] {
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD_CHARACTERS) return [`Use at least ${MIN_PASSWORD_CHARACTERS} characters.`];
  if (length > MAX_PASSWORD_CHARACTERS) return [`Use at most ${MAX_PASSWORD_CHARACTERS} characters.`];
  if (isCommon(password.toLowerCase())) return ['This is one of the passwords that are tried first. Choose another.'];
  if (isMadeOf(password, wordsOfPerson(person)))
    return ['This is too close to the name or e-mail address. Choose another.'];
  if (isMadeOf(password, wordsOfContext(person)))
    return [
      'This is made of names that are guessed first: of the organisation, the person or Wardvoice. Choose another.',
    ];
  return [];
}

function isCommon(password: string): boolean {
  if (COMMON.has(password) || new Set(password).size < FEWEST_DIFFERENT_CHARACTERS) return true;
  const repeated = /^(.{1,10}?)\1+$/.exec(password)?.[1];
  if (repeated !== undefined) return true;
  // "password2026!!" is guessed as soon as "password".
  const bare = password.replace(/\P{L}+$/u, '');
  return bare !== password && COMMON.has(bare);
}

/** Returns whether the password is these words with little else. */
function isMadeOf(password: string, { distinctive, common }: Words): boolean {
  const words = [...distinctive, ...common].toSorted((a, b) => b.length - a.length);
  let rest = plain(password);
  const found = new Set<string>();
  for (const word of words) {
    if (!rest.includes(word)) continue;
    found.add(word);
    rest = rest.replaceAll(word, ' ');
  }
  const isAboutThem = [...distinctive].some((word) => found.has(word)) || found.size > 1;
  return isAboutThem && rest.replaceAll(/\P{L}/gu, '').length < MIN_DISTINCTIVE_CHARACTERS;
}

/** Words that a password may not be made of. One that is common or short shows nothing by itself; two of them do. */
interface Words {
  distinctive: ReadonlySet<string>;
  common: ReadonlySet<string>;
}

function wordsOfPerson({ name, email }: Person): Words {
  const own = [email, email.split('@')[0] ?? '', name, ...name.split(/\s+/)].map(plain);
  return { distinctive: new Set(own.filter((word) => word.length >= MIN_DISTINCTIVE_CHARACTERS)), common: new Set() };
}

/** The words of the person, of the titles of their applications, and the name of the product. */
function wordsOfContext(person: Person): Words {
  const words = person.applications.flatMap((title) => plain(title).split(/\P{L}+/u)).filter(Boolean);
  const isDistinctive = (word: string) => word.length >= MIN_DISTINCTIVE_CHARACTERS && !COMMON_IN_TITLES.has(word);
  const { distinctive } = wordsOfPerson(person);
  return {
    distinctive: new Set([PRODUCT, ...distinctive, ...words.filter(isDistinctive)]),
    // A single letter is in nearly every password.
    common: new Set(words.filter((word) => !isDistinctive(word) && !distinctive.has(word) && word.length > 1)),
  };
}

/** In lower case and without accents, so that "malaga" is found as "Málaga". */
const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
