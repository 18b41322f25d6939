// @vitest-environment jsdom
import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { listed, named } from '../../ui/kit/formats.ts';
import './i18n.ts';

afterEach(() => i18next.changeLanguage('en'));

// Any two texts will do: one in which something is filled in, and one that has a phone number of its own.
it('keeps the plus of a phone number before its digits from right to left', async () => {
  i18next.addResourceBundle('ur', 'common', { born: '{{date}} ہی', cancel: 'جیسے +44 7700 900123' });
  await i18next.changeLanguage('ur');
  expect(i18next.t('born', { date: '+447700900123' })).toBe('\u2066+447700900123\u2069 ہی');
  expect(i18next.t('cancel')).toBe('جیسے \u2066+44 7700 900123\u2069');
});

it('a sentence from right to left is one, also when it begins with a Latin word', async () => {
  i18next.addResourceBundle('ur', 'common', { born: '{{date}} ہی', cancel: 'Ward', close: 'وارڈ Ash' });
  await i18next.changeLanguage('ur');
  expect(i18next.t('born', { date: '“Ash”' })).toBe('\u200f“Ash” ہی');
  expect([i18next.t('cancel'), i18next.t('close')]).toEqual(['Ward', 'وارڈ Ash']);
});

it('leaves it as it is from left to right', async () => {
  i18next.addResourceBundle('fr', 'common', { born: 'Même {{date}}' });
  await i18next.changeLanguage('fr');
  expect(i18next.t('born', { date: '+447700900123' })).toBe('Même +447700900123');
});

it('a list is written as the language does, and from right to left each name stays whole', async () => {
  const names = ['Ash', 'Birch', 'ED'];
  const written: string[] = [];
  i18next.addResourceBundle('fr', 'common', { named: '{{name}} : {{value}}' });
  i18next.addResourceBundle('ar', 'common', { named: '{{name}}: {{value}}' });
  for (const language of ['en', 'fr', 'ar']) {
    await i18next.changeLanguage(language);
    written.push(listed(names), named('W', 'Ash'));
  }
  expect(written).toEqual([
    'Ash, Birch, ED',
    'W: Ash',
    'Ash, Birch et ED',
    'W : Ash',
    '\u200f\u2068Ash\u2069، \u2068Birch\u2069، \u2068ED\u2069',
    'W: Ash',
  ]);
});
