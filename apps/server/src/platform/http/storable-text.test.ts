import { describe, expect, it } from 'vitest';
import type { Invalid } from '../errors.ts';
import { refuseUnstorable, withoutUnstorable } from './storable-text.ts';

const REASON = ['contains a character that cannot be stored; type it again'];
const errorsOf = (input: unknown, wrapper?: string) => {
  try {
    refuseUnstorable(input, wrapper);
    return null;
  } catch (error) {
    return (error as Invalid).errors;
  }
};

describe('text that PostgreSQL cannot store', () => {
  it('is refused, with the names of its fields', () => {
    const body = { user: { name: 'a\0b', tags: ['fine', 'half \ud83d'], email: 'orla@example.org' } };
    expect(errorsOf(body, 'user')).toEqual({ name: REASON, 'tags.1': REASON });
    expect(errorsOf(body)).toEqual({ 'user.name': REASON, 'user.tags.1': REASON });
    expect(errorsOf({ translations: { 'e\0n': 'x' } })).toEqual({ translations: REASON });
    expect(errorsOf('a\0')).toEqual({ body: REASON });
  });

  it('is not any other text', () => {
    expect(errorsOf({ name: 'Zoë 😀 مرحبا\n\t', empty: '', none: null, count: 3, at: new Date() })).toBeNull();
  });

  it('is removed where nobody could correct it', () => {
    const at = new Date();
    expect(withoutUnstorable({ text: 'STOP\0', list: ['\ud83d!', 1, null], 'k\0': '😀', at })).toEqual({
      text: 'STOP',
      list: ['!', 1, null],
      k: '😀',
      at,
    });
    expect(withoutUnstorable(undefined)).toBeUndefined();
  });
});
