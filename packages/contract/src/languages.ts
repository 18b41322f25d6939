/** Languages in which patients can be asked. */
export const SURVEY_LANGUAGES = ['en', 'ar', 'fr', 'es', 'pl', 'ur'] as const;
export type SurveyLanguage = (typeof SURVEY_LANGUAGES)[number];

/** Languages that the screens of staff are written in. */
export const STAFF_LANGUAGES = ['en', 'fr', 'es', 'pl', 'ar', 'ur'] as const;
export type StaffLanguage = (typeof STAFF_LANGUAGES)[number];

/** A browser takes longer to look these up than to draw what they stand in. */
const OWN_NAMES: Partial<Record<string, string>> = {
  en: 'English',
  fr: 'Français',
  es: 'Español',
  pl: 'Polski',
  ar: 'العربية',
  ur: 'اردو',
};

/** The name of a language in that language: "العربية". */
export function ownName(language: string): string {
  const known = OWN_NAMES[language];
  if (known) return known;
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

const FROM_RIGHT_TO_LEFT: readonly string[] = ['ar', 'ur', 'fa', 'he'];

export const directionOf = (language: string): 'ltr' | 'rtl' => (FROM_RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr');
