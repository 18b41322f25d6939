/**
 * Adds the country to a language, as the screens do: "en" in Ireland becomes "en-IE", which writes days before months. Digits are 0 to 9
 * in every language.
 */
export function localeOf(language: string, country: string): string {
  const tag = /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : language;
  return language === 'ar' ? `${tag}-u-nu-latn` : tag;
}
