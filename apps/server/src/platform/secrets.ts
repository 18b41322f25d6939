import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Returns a random secret of 256 bits that may stand in an address. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns what is stored of a token. A token is random enough to need no salt. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const TOKEN_BYTES = 20;

/**
 * Returns a token of 160 bits that only this server can compute, and can compute again: it need not be stored in order to be sent
 * later. `purpose` keeps tokens of different kinds apart.
 */
export const derivedToken = (secretKey: Buffer, purpose: string, id: string): string =>
  createHmac('sha256', secretKey).update(`${purpose}\0${id}`).digest().subarray(0, TOKEN_BYTES).toString('base64url');

/** Hashes a secret that we made (not a password) with our key, so that a stolen copy of the database is of no use. */
export const keyedHash = (secretKey: Buffer, purpose: string, secret: string): string =>
  createHmac('sha256', secretKey).update(`${purpose}\0${secret}`).digest('hex');

export function sameSecret(left: string, right: string): boolean {
  const a = createHash('sha256').update(left).digest();
  const b = createHash('sha256').update(right).digest();
  return timingSafeEqual(a, b);
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Returns a key for one purpose. Neither the secret key nor the key of another purpose can be computed from it. */
export const deriveKey = (secretKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `wardvoice ${purpose}`, 32));

/** Returns the name of a key, which is stored beside what the key signed. The key cannot be computed from it. */
export const keyName = (key: Buffer): string => createHmac('sha256', key).update('name').digest('hex').slice(0, 12);

const cipherKey = (secretKey: Buffer): Buffer => deriveKey(secretKey, 'encryption');

/** Encrypts what must be read again later. `context` says what it is and whose: with another context it cannot be decrypted. */
export function encrypt(secretKey: Buffer, context: string, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(secretKey), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Throws when the key or the context is not the same, or a byte was changed. */
export function decrypt(secretKey: Buffer, context: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, cipherKey(secretKey), sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
