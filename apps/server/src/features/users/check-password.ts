import { dictionary } from '@zxcvbn-ts/language-common';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '@wardvoice/contract';

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);
const FEWEST_DIFFERENT_CHARACTERS = 5;
/** Shorter names occur by chance in too many good passwords. */
const SHORTEST_NAME = 4;

/**
 * Returns what is wrong with a new password, in sentences; an empty list when nothing is. It must be called wherever a
 * password is set: at the first start, at registration, by a link, by the user and by an administrator.
 */
export function checkPassword(password: string, { name, email }: { name: string; email: string }): string[] {
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD_CHARACTERS) return [`Use at least ${MIN_PASSWORD_CHARACTERS} characters.`];
  if (length > MAX_PASSWORD_CHARACTERS) return [`Use at most ${MAX_PASSWORD_CHARACTERS} characters.`];
  if (isCommon(password.toLowerCase())) return ['This is one of the passwords that are tried first. Choose another.'];
  if (isAboutPerson(password, name, email)) return ['This is too close to the name or e-mail address. Choose another.'];
  return [];
}

function isCommon(password: string): boolean {
  if (COMMON.has(password) || new Set(password).size < FEWEST_DIFFERENT_CHARACTERS) return true;
  const repeated = /^(.{1,10}?)\1+$/.exec(password)?.[1];
  if (repeated !== undefined) return true;
  // "password2026!!" is guessed as soon as "password".
  const bare = password.replace(/[\d\W_]+$/, '');
  return bare !== password && COMMON.has(bare);
}

/** Returns whether the password is the address, its part before the @, or names of the user, with little else. */
function isAboutPerson(password: string, name: string, email: string): boolean {
  const text = password.toLowerCase();
  const own = [email, email.split('@')[0] ?? '', name, ...name.split(/\s+/)];
  let rest = text;
  for (const part of own.map((word) => word.toLowerCase()).toSorted((a, b) => b.length - a.length))
    if (part.length >= SHORTEST_NAME) rest = rest.replaceAll(part, '');
  const letters = rest.replaceAll(/[\d\W_]/g, '');
  return rest !== text && letters.length < SHORTEST_NAME;
}
