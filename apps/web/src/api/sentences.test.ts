import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorFrom } from './api-error.ts';
import { inOwnWords } from './sentences.ts';

beforeEach(async () => {
  await i18next.init({ lng: 'fr', resources: {} });
  i18next.addResourceBundle('fr', 'sentences', {
    'Choose a survey.': 'Choisissez une enquête.',
    'Use at most {{1}} characters.': 'Utilisez {{1}} caractères au plus.',
    '{{1}} does not exist.': '{{1}} : introuvable.',
    'Choose a picture of at most {{1}} by {{2}} pixels.': 'Une image de {{1}} sur {{2}} pixels au plus.',
  });
});
afterEach(() => i18next.changeLanguage('en'));

describe('a sentence of the server', () => {
  it.each([
    ['Choose a survey.', 'Choisissez une enquête.'],
    ['Use at most 200 characters.', 'Utilisez 200 caractères au plus.'],
    ['Choose a picture of at most 4096 by 300 pixels.', 'Une image de 4096 sur 300 pixels au plus.'],
    ['“Use (a+b) at most.” does not exist.', '“Use (a+b) at most.” : introuvable.'],
    ['“St. Brendan” does not exist.', '“St. Brendan” : introuvable.'],
    ['Choose a survey. Seven does not exist.', 'Choisissez une enquête. Seven : introuvable.'],
    ['Nobody has translated this.', 'Nobody has translated this.'],
  ])('%s', (english, french) => expect(inOwnWords(english)).toBe(french));

  it('is as it came where the screens are in English', async () => {
    await i18next.changeLanguage('en');
    expect(inOwnWords('Choose a survey.')).toBe('Choose a survey.');
  });

  it('is translated in an error, and in what it says of each field', async () => {
    const body = { message: 'Choose a survey.', errors: { title: ['Use at most 200 characters.'] } };
    const error = await errorFrom(new Response(JSON.stringify(body), { status: 422 }));
    expect([error.message, error.errors]).toEqual([
      'Choisissez une enquête.',
      { title: ['Utilisez 200 caractères au plus.'] },
    ]);
  });
});
