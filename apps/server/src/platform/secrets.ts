import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** An opaque secret of 256 bits, safe in a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token that has enough entropy by itself. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const TOKEN_BYTES = 20;

/**
 * A token of 160 bits that this house can make again and nobody else can: it need not be stored to be sent later.
 * `purpose` keeps tokens of different kinds apart.
 */
export const derivedToken = (secretKey: Buffer, purpose: string, id: string): string =>
  createHmac('sha256', secretKey).update(`${purpose}\0${id}`).digest().subarray(0, TOKEN_BYTES).toString('base64url');

/** For secrets of our own making (not passwords): keyed, so a stolen dump is no use. */
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

const cipherKey = (secretKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'wardvoice encryption', 32));

/** For what must be read again later. `context` says whose and what it is: elsewhere it does not open. */
export function encrypt(secretKey: Buffer, context: string, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(secretKey), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Throws when the key, the context or a byte is not as it was. */
export function decrypt(secretKey: Buffer, context: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, cipherKey(secretKey), sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
