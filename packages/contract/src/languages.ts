/** Languages in which patients can be asked. */
export const SURVEY_LANGUAGES = ['en', 'ar', 'fr', 'es', 'pl', 'ur'] as const;
export type SurveyLanguage = (typeof SURVEY_LANGUAGES)[number];

const FROM_RIGHT_TO_LEFT: readonly string[] = ['ar', 'ur', 'fa', 'he'];

export const directionOf = (language: string): 'ltr' | 'rtl' => (FROM_RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr');
