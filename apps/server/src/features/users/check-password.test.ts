import { describe, expect, it } from 'vitest';
import { checkPassword } from './check-password.ts';

const PERSON = { name: 'Robin Wardly', email: 'robin.wardly@hospital.example' };
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
});
