import type { Sent } from './patient-event.ts';

const ENGLISH = new Intl.DisplayNames(['en'], { type: 'language' });

/** ISO 639-1, without codes that were replaced by another, such as "iw" by "he". */
const CODES: ReadonlySet<string> = new Set(
  twoLetters().filter((code) => ENGLISH.of(code) !== code && new Intl.Locale(code).language === code),
);

/** The languages by their English names and their own, in small letters. */
const CODE_OF_NAME: ReadonlyMap<string, string> = new Map(
  [...CODES].flatMap((code) => {
    const own = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
    return [ENGLISH.of(code) ?? code, own].map((name) => [name.toLowerCase(), code] as const);
  }),
);

function twoLetters(): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(97 + index));
  return letters.flatMap((first) => letters.map((second) => first + second));
}

/**
 * Reads a language, such as PID-15, as ISO 639-1: a code of ISO 639 with two or three letters, with or without a region, or the name
 * of the language, in either of the first two components. undefined: it was not sent, or is not recognised.
 */
export function readLanguage({ identifier, text }: { identifier: string | null; text: string | null }): Sent<string> {
  if (identifier === null) return null;
  return codeOf(identifier) ?? codeOf(text ?? '');
}

function codeOf(told: string): string | undefined {
  const lower = told.trim().toLowerCase();
  // Intl knows the codes with three letters, both those from English and the others: "ger" and "deu" are "de".
  const [subtag = ''] = lower.split(/[-_]/);
  const code = /^[a-z]{2,3}$/.test(subtag) ? new Intl.Locale(subtag).language : '';
  return CODES.has(code) ? code : CODE_OF_NAME.get(lower);
}
