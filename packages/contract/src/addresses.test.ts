import { describe, expect, it } from 'vitest';
import { emailAddress, isEmail } from './addresses.ts';

describe('an e-mail address', () => {
  it.each([
    'robin@hospital.example',
    'r.o+tag@ward-4.hospital.example',
    "o'neill@hospital.example",
    'müller@krankenhaus.example',
    'robin..reed@hospital.example',
  ])('may be %s', (address) => expect(isEmail(address)).toBe(true));

  it.each([
    '',
    'robin',
    'robin@',
    '@hospital.example',
    'robin@hospital',
    'robin@hospital.e',
    'robin@hospital..example',
    'robin@.hospital.example',
    'robin@hospital.example.',
    'robin reed@hospital.example',
    'robin@hospital.example, nora@hospital.example',
    'Robin <robin@hospital.example>',
    `${'r'.repeat(240)}@hospital.example`,
  ])('is not %j', (address) => expect(isEmail(address)).toBe(false));

  it('is stored without the spaces that were typed around it', () => {
    expect(emailAddress.parse('  robin@hospital.example ')).toBe('robin@hospital.example');
  });
});
