import { expect, it } from 'vitest';
import { ownName, STAFF_LANGUAGES, SURVEY_LANGUAGES } from './languages.ts';

it('calls each language by its own name, also one that is none of ours', () => {
  for (const language of new Set([...STAFF_LANGUAGES, ...SURVEY_LANGUAGES])) {
    const known = new Intl.DisplayNames([language], { type: 'language' }).of(language);
    expect(ownName(language).toLocaleLowerCase(language)).toBe(known?.toLocaleLowerCase(language));
  }
  expect(ownName('fr')).toBe('Français');
  expect(ownName('de')).toBe('Deutsch');
});
