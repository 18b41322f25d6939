import { describe, expect, it } from 'vitest';
import { measureSms, plainSms, smsParts } from './sms.ts';

describe('an SMS is counted as the networks count it', () => {
  it.each<[string, string, object]>([
    ['nothing', '', { alphabet: 'GSM-7', segments: 0, units: 0, left: 160 }],
    ['160 letters', 'a'.repeat(160), { alphabet: 'GSM-7', segments: 1, left: 0 }],
    ['161 letters', 'a'.repeat(161), { alphabet: 'GSM-7', segments: 2, left: 153 - 8 }],
    ['a euro sign, which takes two', '€'.repeat(80), { alphabet: 'GSM-7', segments: 1, units: 160 }],
    ['accents of the alphabet', 'é à Ü ñ', { alphabet: 'GSM-7', segments: 1, units: 7 }],
    ['a letter outside it', 'ê', { alphabet: 'UCS-2', segments: 1, left: 69 }],
    ['70 Arabic letters', 'ا'.repeat(70), { alphabet: 'UCS-2', segments: 1, left: 0 }],
    ['71 Arabic letters', 'ا'.repeat(71), { alphabet: 'UCS-2', segments: 2, left: 67 - 4 }],
    ['a smile, which takes two', '🙂', { alphabet: 'UCS-2', units: 2 }],
    ['a curly apostrophe, which is sent as a straight one', `’${'a'.repeat(159)}`, { alphabet: 'GSM-7', segments: 1 }],
  ])('%s', (_what, text, expected) => expect(measureSms(text)).toMatchObject(expected));

  it('and cut between characters', () => {
    const euros = smsParts(`${'a'.repeat(152)}€${'b'.repeat(20)}`);
    expect(euros.map((part) => part.length)).toEqual([152, 21]);
    const smiles = smsParts('🙂'.repeat(40));
    expect(smiles.join('')).toBe('🙂'.repeat(40));
    expect(smiles.map((part) => part.length)).toEqual([66, 14]);
  });
});

describe('signs that would make a message shorter are sent as plain ones', () => {
  it.each([
    ['Saint Brendan’s: “how” was it – tell us…', `Saint Brendan's: "how" was it - tell us...`],
    ['Votre avis\u00a0: «\u00a0très bien\u00a0»\u202f?', 'Votre avis : "très bien" ?'],
    ['Caffe\u0301 e te\u0300', 'Caffé e tè'],
    ['Ward\u200b \u20684\u2069', 'Ward 4'],
  ])('%s', (written, sent) => expect(plainSms(written)).toBe(sent));

  it.each(['How was it, Seán’s mother?', 'كيف كانت زيارتك «هنا»…', 'Thank you’s 🙂', 'plain'])(
    'but not where they alone do not do it: %s',
    (written) => expect(plainSms(written)).toBe(written),
  );
});
