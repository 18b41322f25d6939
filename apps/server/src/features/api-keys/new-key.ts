import { randomInt } from 'node:crypto';
import { apiKeys } from '@wardvoice/contract';
import { hashToken } from '../../platform/secrets.ts';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 letters of 62 are 256 random bits. */
const RANDOM_LETTERS = 43;
/** Random letters that are stored and shown. The 35 that are not are 208 bits. */
const SHOWN_LETTERS = 8;

export interface NewKey {
  /** Shown once, and stored nowhere. */
  key: string;
  prefix: string;
  key_hash: Buffer;
}

export function newKey(): NewKey {
  const random = Array.from({ length: RANDOM_LETTERS }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
  const key = apiKeys.KEY_PREFIX + random;
  return { key, prefix: key.slice(0, apiKeys.KEY_PREFIX.length + SHOWN_LETTERS), key_hash: hashToken(key) };
}
