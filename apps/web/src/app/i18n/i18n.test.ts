// @vitest-environment jsdom
import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import './i18n.ts';

afterEach(() => i18next.changeLanguage('en'));

/** Texts of this test, beside those of the screens. */
const t = (key: string, values = {}): string => i18next.t(key as 'cancel', values);
const texts = { same: '{{phone}} ہی', help: 'جیسے +44 7700 900123' };

it('keeps the plus of a phone number before its digits from right to left', async () => {
  i18next.addResourceBundle('ur', 'common', texts);
  await i18next.changeLanguage('ur');
  expect(t('same', { phone: '+447700900123' })).toBe('\u2066+447700900123\u2069 ہی');
  expect(t('help')).toBe('جیسے \u2066+44 7700 900123\u2069');
});

it('leaves it as it is from left to right', async () => {
  i18next.addResourceBundle('fr', 'common', { same: 'Même {{phone}}' });
  await i18next.changeLanguage('fr');
  expect(t('same', { phone: '+447700900123' })).toBe('Même +447700900123');
});
