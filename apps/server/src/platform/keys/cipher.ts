import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The keys derived from a key, by purpose. */
const derived = new WeakMap<Buffer, Map<string, Buffer>>();

/** Returns a key for one purpose. Neither the key itself nor the key of another purpose can be computed from it. */
export function deriveKey(key: Buffer, purpose: string): Buffer {
  const known = derived.get(key) ?? new Map<string, Buffer>();
  derived.set(key, known);
  const made = known.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, '', `wardvoice ${purpose}`, 32));
  known.set(purpose, made);
  return made;
}

/** Encrypts with a key that is used for nothing else. With another context it cannot be decrypted. */
export function seal(key: Buffer, context: string, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Throws when the key or the context is not the same, or a byte was changed. */
export function open(key: Buffer, context: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
