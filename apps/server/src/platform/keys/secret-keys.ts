import { deriveKey, open, seal } from './cipher.ts';
import { keyName } from './key-name.ts';

/** A key of the settings. It encrypts the data keys, and nothing else is made with it. */
export interface SecretKey {
  name: string;
  /** As it was given. */
  text: string;
}

/** The keys of the settings. */
export interface SecretKeys {
  current: SecretKey;
  /** The one that it replaces, until the data keys are encrypted by the current one. */
  before: SecretKey | null;
}

export const secretKeysOf = (current: string, before: string | null = null): SecretKeys => ({
  current: toSecretKey(current),
  before: before === null ? null : toSecretKey(before),
});

const PURPOSE = 'data keys';

const wrappingKey = (text: string): Buffer => deriveKey(Buffer.from(text), PURPOSE);
const toSecretKey = (text: string): SecretKey => ({ name: keyName(wrappingKey(text)), text });
const contextOf = (name: string): string => `data key ${name}`;

export const wrapKey = ({ text }: SecretKey, key: Buffer): Buffer =>
  seal(wrappingKey(text), contextOf(keyName(key)), key);

/** Returns the key of this name; null when what is stored is not that key, encrypted by this secret key. */
export function unwrapKey({ text }: SecretKey, name: string, wrapped: Buffer): Buffer | null {
  try {
    return open(wrappingKey(text), contextOf(name), wrapped);
  } catch {
    return null;
  }
}
