import i18next from 'i18next';
import { roles } from '@wardvoice/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import french from '../languages/fr/sentences.json';
import { checkValues } from './check-values.ts';

beforeEach(async () => {
  await i18next.init({ lng: 'fr', resources: {} });
  i18next.addResourceBundle('fr', 'sentences', french);
});
afterEach(() => i18next.changeLanguage('en'));

it('a form says what is wrong in the language of the screens, at its fields', () => {
  const errors = checkValues(roles.createRole.body)({ role: { name: ' ', description: 'x'.repeat(301) } });
  expect(errors).toMatchObject({
    'role.name': 'Saisissez un nom.',
    'role.description': 'Utilisez 300 caractères au plus.',
  });
});
