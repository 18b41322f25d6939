import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey, open, seal } from './keys/cipher.ts';
import type { DataKey, KeyRing } from './keys/key-ring.ts';

export { deriveKey } from './keys/cipher.ts';
export { keyName } from './keys/key-name.ts';

/** Returns a random secret of 256 bits that may stand in an address. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns what is stored of a token. A token is random enough to need no salt. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const TOKEN_BYTES = 20;

const deriveToken = ({ key }: DataKey, purpose: string, id: string): string =>
  createHmac('sha256', key).update(`${purpose}\0${id}`).digest().subarray(0, TOKEN_BYTES).toString('base64url');

/**
 * Returns a token of 160 bits that only this server can compute, and can compute again: it need not be stored in order to be sent
 * later. `purpose` keeps tokens of different kinds apart.
 */
export const derivedToken = (keys: KeyRing, purpose: string, id: string): string =>
  deriveToken(keys.current, purpose, id);

/** Returns the tokens of an id under every accepted key, the newest first: a token is valid when it is one of them. */
export const derivedTokens = (keys: KeyRing, purpose: string, id: string): string[] =>
  keys.accepted.map((key) => deriveToken(key, purpose, id));

export const isDerivedToken = (keys: KeyRing, token: string, purpose: string, id: string): boolean =>
  derivedTokens(keys, purpose, id).some((derived) => sameSecret(token, derived));

/** What is stored of a derived token. */
export interface StoredToken {
  id: string;
  tokenHash: Buffer;
}

/**
 * Returns the token whose hash is stored, whichever key it was made with, so that a token is never sent that would not be
 * recognised. null: that key is retired or was lost.
 */
export function findStoredToken(keys: KeyRing, purpose: string, { id, tokenHash }: StoredToken): string | null {
  const tokens = derivedTokens(keys, purpose, id);
  return tokens.find((token) => hashToken(token).equals(tokenHash)) ?? null;
}

/** What was stored cannot be read, because its key was lost or is retired. */
export class UnknownKey extends Error {
  override name = 'UnknownKey';
}

const hashWith = ({ key }: DataKey, purpose: string, secret: string): string =>
  createHmac('sha256', key).update(`${purpose}\0${secret}`).digest('hex');

/**
 * Hashes what is looked up by its hash with the current key, so that a stolen copy of the database is of no use. It is for what
 * may be forgotten when another key becomes current; anything else is sealed.
 */
export const keyedHash = (keys: KeyRing, purpose: string, secret: string): string =>
  hashWith(keys.current, purpose, secret);

export function sameSecret(left: string, right: string): boolean {
  const a = createHash('sha256').update(left).digest();
  const b = createHash('sha256').update(right).digest();
  return timingSafeEqual(a, b);
}

const ENCRYPTION = 'encryption';
/** The first byte of an encrypted value. The name of its key follows. */
const VERSION = 1;

const prefixOf = ({ name }: DataKey): Buffer => Buffer.concat([Buffer.of(VERSION), Buffer.from(name, 'hex')]);
const PREFIX_BYTES = 7;

/** Encrypts what must be read again later. `context` says what it is and whose: with another context it cannot be decrypted. */
export const encrypt = ({ current }: KeyRing, context: string, plain: Buffer): Buffer =>
  Buffer.concat([prefixOf(current), seal(deriveKey(current.key, ENCRYPTION), context, plain)]);

/**
 * Decrypts with the key that is named at the beginning. Values from before keys had names are of the oldest key. Throws UnknownKey
 * when that is not the one, the context is not the same, or a byte was changed.
 */
export function decrypt(keys: KeyRing, context: string, value: Buffer): Buffer {
  const named = keys.accepted.find((key) => prefixOf(key).equals(value.subarray(0, PREFIX_BYTES)));
  const { key } = named ?? keys.accepted.at(-1) ?? keys.current;
  try {
    return open(deriveKey(key, ENCRYPTION), context, named ? value.subarray(PREFIX_BYTES) : value);
  } catch {
    throw new UnknownKey('A stored value cannot be decrypted: its key is not there, or it was changed.');
  }
}

/** Returns the value under the current key; null when it is already, or when its key is gone. */
export function encryptAnew(keys: KeyRing, context: string, value: Buffer): Buffer | null {
  if (prefixOf(keys.current).equals(value.subarray(0, PREFIX_BYTES))) return null;
  try {
    return encrypt(keys, context, decrypt(keys, context, value));
  } catch {
    return null;
  }
}

/** Length of the keyed hashes that were stored before hashes were sealed, in hex digits. */
export const UNSEALED_DIGITS = 64;

/**
 * Returns what is stored of a secret that we made (not a password): its hash, encrypted, in hex. A stolen copy of the database is
 * of no use, and the hash can be encrypted anew when the key is replaced.
 */
export const sealHash = (keys: KeyRing, context: string, secret: string): string =>
  encrypt(keys, context, hashToken(secret)).toString('hex');

/** Returns a sealed hash under the current key; null when it is already, when its key is gone, or when it is not sealed. */
export const sealAnew = (keys: KeyRing, context: string, stored: string): string | null =>
  stored.length === UNSEALED_DIGITS
    ? null
    : (encryptAnew(keys, context, Buffer.from(stored, 'hex'))?.toString('hex') ?? null);

/** Compares a secret with what is stored of it. `purpose` and `text` are what its hash was made of before hashes were sealed. */
export function isSealed(
  keys: KeyRing,
  stored: string,
  { context, secret, before }: { context: string; secret: string; before: { purpose: string; text: string } },
): boolean {
  if (stored.length === UNSEALED_DIGITS)
    return keys.accepted.some((key) => sameSecret(stored, hashWith(key, before.purpose, before.text)));
  try {
    return sameSecret(
      decrypt(keys, context, Buffer.from(stored, 'hex')).toString('hex'),
      hashToken(secret).toString('hex'),
    );
  } catch {
    return false;
  }
}
