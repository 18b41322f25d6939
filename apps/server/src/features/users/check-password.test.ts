import { describe, expect, it } from 'vitest';
import { checkPassword } from './check-password.ts';

const PERSON = { name: 'Robin Wardly', email: 'robin.wardly@hospital.example', applications: [] };
const isTaken = (password: string) => checkPassword(password, PERSON).length === 0;

describe('a password', () => {
  it('has 12 to 200 characters, as people count them', () => {
    expect(checkPassword('elevenchars', PERSON)).toEqual(['Use at least 12 characters.']);
    expect(isTaken('tulip sofa ox')).toBe(true);
    expect(isTaken('tulip boat'.padEnd(200, ' sea'))).toBe(true);
    expect(checkPassword('tulip boat'.padEnd(201, ' sea'), PERSON)).toEqual(['Use at most 200 characters.']);
    // There are six characters, which JavaScript counts as twelve.
    expect(isTaken('🌷🌊🚤🎻🧭🪁')).toBe(false);
  });

  it.each(['leavemealone', 'LeaveMeAlone', 'password2026!!', 'aaaaaaaaaaaa', 'abcabcabcabc', 'passwordpassword'])(
    'is not one of the most common: %s',
    (password) => {
      expect(isTaken(password)).toBe(false);
    },
  );

  it.each(['robin.wardly@hospital.example', 'RobinWardly2026', 'wardly-robin-1', 'robin.wardly!!!'])(
    'is not the user’s own name or address: %s',
    (password) => {
      expect(isTaken(password)).toBe(false);
    },
  );

  it('may contain the user’s name with much else', () => {
    expect(isTaken('robin feeds seven hens')).toBe(true);
  });

  it('may hold names in one script and much else in another', () => {
    expect(isTaken('robin пять синих птиц')).toBe(true);
  });

  it.each(['Wardvoice2026!', 'robin-wardvoice', 'wardvoicewardly'])(
    'is not the name of the product, alone or with that of the person: %s',
    (password) => {
      expect(isTaken(password)).toBe(false);
    },
  );
});

describe('a password of somebody at a hospital', () => {
  const isTakenAt = (title: string, password: string) =>
    checkPassword(password, { ...PERSON, applications: ['Another Place', title] }).length === 0;

  it.each([
    ['St. Brigid’s', 'StBrigids2026!!'],
    ['St. Brigid’s', 'brigid-1234567'],
    ['Hospital Málaga', 'malaga 2026 !!'],
    ['Galway General Hospital', 'GeneralHospital'],
    ['Galway General Hospital', 'hospital general 1'],
    ['Galway General Hospital', 'robin in galway'],
    ['مستشفى الأمل', 'مستشفى الأمل 1'],
  ])('is not made of the words of its title, %s: %s', (title, password) => {
    expect(isTakenAt(title, password)).toBe(false);
  });

  it.each([
    ['St. Brigid’s', 'quiet brigid feeds hens'],
    // Words that are in the titles of many hospitals count only together.
    ['Galway General Hospital', '7391 5264 hospital'],
    ['Galway General Hospital', 'a general eats figs'],
    // A word that is too short counts only together, too.
    ['UCD', '5839271604 ucd'],
    ['General Hospital', 'seven galway hens'],
    ['', 'tulip sofa ox'],
  ])('may hold one that says nothing, or much else, at %s: %s', (title, password) => {
    expect(isTakenAt(title, password)).toBe(true);
  });

  it('is refused with what is wrong with it', () => {
    expect(checkPassword('galway-galway-1', { ...PERSON, applications: ['Galway General'] })).toEqual([
      'This is made of names that are guessed first: of the organisation, the person or Wardvoice. Choose another.',
    ]);
  });
});
