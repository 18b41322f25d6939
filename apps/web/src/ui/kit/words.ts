import i18next from 'i18next';

/** Writes "Name: value", where some languages have a space before the colon. */
export const named = (name: string, value: string): string => i18next.t('common:named', { name, value });

/** Writes "one, two and three" as the language of the screen does; in English without the "and". */
export const listed = (values: readonly string[]): string =>
  new Intl.ListFormat(i18next.language, { type: 'unit' }).format(values);
