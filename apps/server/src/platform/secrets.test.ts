import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveKey, seal } from './keys/cipher.ts';
import { fixedKeyRing, type KeyRing } from './keys/key-ring.ts';
import {
  decrypt,
  derivedToken,
  encrypt,
  encryptAnew,
  findStoredToken,
  hashToken,
  isDerivedToken,
  isSealed,
  sealAnew,
  sealHash,
  UnknownKey,
} from './secrets.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const before = fixedKeyRing(first);
const after = fixedKeyRing(second, first);
const without = fixedKeyRing(second);
const plain = Buffer.from('twenty secret bytes!');

describe('an encrypted value', () => {
  it('is read while its key is there, and under the new key also without it', () => {
    const value = encrypt(before, 'of user 1', plain);
    expect(decrypt(after, 'of user 1', value)).toEqual(plain);
    expect(() => decrypt(without, 'of user 1', value)).toThrow(UnknownKey);
    const anew = encryptAnew(after, 'of user 1', value);
    expect(anew && decrypt(without, 'of user 1', anew)).toEqual(plain);
    expect(encryptAnew(after, 'of user 1', anew ?? value)).toBeNull();
  });

  it('of somebody else, or with a changed byte, is not read', () => {
    const value = encrypt(before, 'of user 1', plain);
    expect(() => decrypt(before, 'of user 2', value)).toThrow(UnknownKey);
    const changed = Buffer.concat([value.subarray(0, -1), Buffer.of((value.at(-1) ?? 0) ^ 1)]);
    expect(() => decrypt(before, 'of user 1', changed)).toThrow(UnknownKey);
  });

  it('from before keys had names is of the oldest key', () => {
    const value = seal(deriveKey(first, 'encryption'), 'of user 1', plain);
    expect(decrypt(before, 'of user 1', value)).toEqual(plain);
    const anew = encryptAnew(after, 'of user 1', value);
    expect(anew && decrypt(without, 'of user 1', anew)).toEqual(plain);
  });
});

describe('a sealed hash', () => {
  const fits = (keys: KeyRing, stored: string, secret: string) =>
    isSealed(keys, stored, { context: 'key 1', secret, before: { purpose: 'access-secret', text: secret } });

  it('fits its secret alone, before and after its key is replaced', () => {
    const stored = sealHash(before, 'key 1', 'open sesame');
    expect([fits(after, stored, 'open sesame'), fits(after, stored, 'open barley')]).toEqual([true, false]);
    const anew = sealAnew(after, 'key 1', stored) ?? '';
    expect([fits(without, anew, 'open sesame'), fits(without, anew, 'open barley')]).toEqual([true, false]);
    expect(fits(without, stored, 'open sesame')).toBe(false);
  });

  it('from before hashes were sealed fits under its key, and cannot be put under another', () => {
    const stored = createHmac('sha256', first).update('access-secret\0open sesame').digest('hex');
    expect([fits(after, stored, 'open sesame'), fits(after, stored, 'open barley')]).toEqual([true, false]);
    expect([sealAnew(after, 'key 1', stored), fits(without, stored, 'open sesame')]).toEqual([null, false]);
  });
});

describe('a derived token', () => {
  it('is computed again as it was sent, whichever key it was made with', () => {
    const token = derivedToken(before, 'feedback', 'id 1');
    expect(derivedToken(after, 'feedback', 'id 1')).not.toBe(token);
    const stored = { id: 'id 1', tokenHash: hashToken(token) };
    expect(findStoredToken(after, 'feedback', stored)).toBe(token);
    expect(findStoredToken(without, 'feedback', stored)).toBeNull();
  });

  it('is accepted under every key of the ring, for its purpose and id alone', () => {
    const token = derivedToken(before, 'unsubscribe', 'id 1');
    expect(isDerivedToken(after, token, 'unsubscribe', 'id 1')).toBe(true);
    expect(isDerivedToken(after, token, 'unsubscribe', 'id 2')).toBe(false);
    expect(isDerivedToken(after, token, 'preferences', 'id 1')).toBe(false);
    expect(isDerivedToken(without, token, 'unsubscribe', 'id 1')).toBe(false);
  });
});
