import type { Sent } from './patient-event.ts';

/** Codes of ISO 639-2 and names of languages, with their ISO 639-1 code. */
const LANGUAGES: Readonly<Record<string, string>> = {
  eng: 'en',
  english: 'en',
  ara: 'ar',
  arabic: 'ar',
  fre: 'fr',
  fra: 'fr',
  french: 'fr',
  spa: 'es',
  spanish: 'es',
  pol: 'pl',
  polish: 'pl',
  urd: 'ur',
  urdu: 'ur',
};

/** Reads PID-15 as ISO 639-1; undefined when it was not sent or is not recognised. */
export function readLanguage(code: string | null): Sent<string> {
  if (code === null || code === '') return code === '' ? undefined : null;
  const lower = code.trim().toLowerCase();
  return LANGUAGES[lower] ?? /^[a-z]{2}/.exec(lower)?.[0];
}
