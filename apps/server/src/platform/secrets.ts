import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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
