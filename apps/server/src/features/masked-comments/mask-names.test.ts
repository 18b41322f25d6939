import { results } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { maskNames, possibleNames } from './mask-names.ts';

const set = (words = ''): ReadonlySet<string> => new Set(words.split(' ').filter(Boolean));

const MASK = results.NAME_MASK;

/** The hospital has patients and colleagues of these given names. */
const OTHERS = set(
  'sarah beth maria jorge chloé amélie anna piotr أحمد فاطمة ahmed احمد نور سعيد will may احسان فرحان',
);
const mask = (text: string, own = ''): string => maskNames(text, { own: set(own), others: OTHERS });

it.each([
  // English
  ['Sarah and Beth were lovely.', `${MASK} and ${MASK} were lovely.`],
  ["Sarah's kindness", `${MASK} kindness`],
  ['Sarah Novak-Lee helped me', `${MASK} helped me`],
  ['Dr. Okonkwo listened. Nobody else did.', `Dr. ${MASK} listened. Nobody else did.`],
  ['Nurse Zelda Quist was rude', `Nurse ${MASK} was rude`],
  ['the nurse was rude', 'the nurse was rude'],
  ['Mr Smith. Thank you', `Mr ${MASK}. Thank you`],
  ['Will you answer in May? Nurse Will did.', `Will you answer in May? Nurse ${MASK} did.`],
  ['NURSE WAS VERY KIND, SARAH TOO', `NURSE WAS VERY KIND, ${MASK} TOO`],
  ['I am a beth person', 'I am a beth person'],
  // French
  ["Merci à Chloé et à l'infirmière d'Amélie", `Merci à ${MASK} et à l'infirmière ${MASK}`],
  ['Mme Lefèvre était gentille', `Mme ${MASK} était gentille`],
  // Spanish
  ['La doctora Ruiz y Jorge me ayudaron', `La doctora ${MASK} y ${MASK} me ayudaron`],
  // Polish
  ['Dziękuję pani Annie i Piotrowi', `Dziękuję pani ${MASK} i ${MASK}`],
  ['Bez Anny byłoby źle', `Bez ${MASK} byłoby źle`],
  // Arabic
  ['شكرا للممرضة فاطمة وأحمد', `شكرا للممرضة ${MASK}`],
  ['الطاقم سعيد وممتاز', 'الطاقم سعيد وممتاز'],
  ['كان الدكتور لطيف', 'كان الدكتور لطيف'],
  // Urdu
  ['ڈاکٹر فرحان نے بہت اچھا علاج کیا', `ڈاکٹر ${MASK} نے بہت اچھا علاج کیا`],
  ['ڈاکٹر صاحب بہت اچھے تھے', 'ڈاکٹر صاحب بہت اچھے تھے'],
])('names of staff and of other patients are left out: %s', (text, expected) => {
  expect(mask(text)).toBe(expected);
});

it.each([
  ['they called me dervla and not Mrs Juniper', 'dervla juniper', `they called me ${MASK} and not Mrs ${MASK}`],
  ['Zoë, Zoe and ZOË', 'zoë', `${MASK}, Zoe and ${MASK}`],
  ['Sean O’Brien', "sean o'brien", MASK],
  // A name that is a word as well is a name where it is written as one.
  ['I will say that Will is fine', 'will', `I will say that ${MASK} is fine`],
  ['Li is my name, and so is lithium', 'li', `${MASK} is my name, and so is lithium`],
])('of the person who was asked, every name is left out, however it is written: %s', (text, own, expected) => {
  expect(mask(text, own)).toBe(expected);
});

it.each([
  ['Call me on 087 123 4567 or at ann@example.org please', `Call me on ${MASK} or at ${MASK} please`],
  ['born 12/03/1961, number MRN123456', `born ${MASK}, number ${MASK}`],
  ['رقمي ٠٨٧١٢٣٤٥٦٧', `رقمي ${MASK}`],
  [
    'Ward 12, bed 3, from 10.30 to 11.45 in 2026, cost 150 euro',
    'Ward 12, bed 3, from 10.30 to 11.45 in 2026, cost 150 euro',
  ],
])('numbers and addresses that lead to somebody are left out, others stay: %s', (text, expected) => {
  expect(mask(text)).toBe(expected);
});

it('a comment without a name stays to the letter', () => {
  const text = '  The food was cold.\n\nBut — honestly — "thanks" to all 👍  ';
  expect(mask(text)).toBe(text);
});

it('only words that are written as a name are looked up, in the forms that records may have', () => {
  expect(possibleNames('Thanks to Sarah, and to d’Amélie')).toEqual(expect.arrayContaining(['sarah', 'amélie']));
  expect(possibleNames('thanks to everybody. Ward 7 was fine')).toEqual([]);
  expect(possibleNames('Annie')).toContain('anna');
});

it('a long text of names and digits is read in time that grows with its length', () => {
  const text = 'Dr Sarah 1 2 3 4 5 ( - / '.repeat(160);
  expect(mask(text)).toContain(MASK);
  expect(mask('1 '.repeat(2000))).toBe(`${MASK} `);
  expect(mask('a'.repeat(4000))).toBe('a'.repeat(4000));
  expect(mask('1'.repeat(4000))).toBe(MASK);
  expect(mask('a@'.repeat(2000))).toBe('a@'.repeat(2000));
});
