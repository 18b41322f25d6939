import type { StaffLanguage } from '@wardvoice/contract';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { pl } from './pl.ts';
import type { NoticeWords, StaffWords } from './staff-words.ts';
import { ur } from './ur.ts';

export const STAFF_WORDS: Readonly<Record<StaffLanguage, StaffWords>> = { en, fr, es, pl, ar, ur };

const isStaffLanguage = (language: string): language is StaffLanguage => Object.hasOwn(STAFF_WORDS, language);

/** Returns the words of a language; English where there are none, or no language is known. */
export const staffWordsIn = (language: string | null): StaffWords =>
  STAFF_WORDS[language !== null && isStaffLanguage(language) ? language : 'en'];

/** Puts values into the `{name}` of a text. A value is not read again, so a title with braces stays as it is. */
export const fillWords = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));

/** The same for the three texts of a notice. */
export const fillNotice = (notice: NoticeWords, values: Readonly<Record<string, string | number>>): NoticeWords => ({
  subject: fillWords(notice.subject, values),
  text: fillWords(notice.text, values),
  sms: fillWords(notice.sms, values),
});
