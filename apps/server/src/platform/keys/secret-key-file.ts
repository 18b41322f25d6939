import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { secretKeysOf, type SecretKeys } from './secret-keys.ts';

export const MIN_SECRET_KEY_CHARACTERS = 32;

interface KeySettings {
  /** null: the key is in the file. */
  secretKey: string | null;
  secretKeyBefore: string | null;
  dataDir: string;
}

export const newSecretKey = (): string => randomBytes(32).toString('base64url');

export const secretKeyFile = ({ dataDir }: Pick<KeySettings, 'dataDir'>): string => join(dataDir, 'secret-key');

/**
 * Returns the secret key, and the one that it replaces. Without settings they are in the data folder, where a key is made at the
 * first start, readable by its owner only; processes that share a database from several machines must be given the same
 * SECRET_KEY.
 */
export async function readSecretKeys(settings: KeySettings): Promise<SecretKeys> {
  const { secretKey, secretKeyBefore } = settings;
  if (secretKey) return secretKeysOf(secretKey, secretKeyBefore);
  const file = secretKeyFile(settings);
  if (!existsSync(file)) await keepFirstKey(file);
  const kept = await readFile(file, 'utf8');
  if (kept.length < MIN_SECRET_KEY_CHARACTERS)
    throw new Error(`${file} holds no key: put the kept one back, or remove the file to have a new one made`);
  // The key that is replaced stands under the current one. A file that somebody made may end with a line feed, which is of its key.
  const end = kept.indexOf('\n');
  const before = end < 0 ? '' : kept.slice(end + 1);
  return before.length < MIN_SECRET_KEY_CHARACTERS ? secretKeysOf(kept) : secretKeysOf(kept.slice(0, end), before);
}

/** Replaces the file in one step, so that a crash leaves the earlier one. */
export async function writeSecretKeys(file: string, { current, before }: SecretKeys): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, before ? `${current.text}\n${before.text}` : current.text, { mode: 0o600, flush: true });
  await rename(draft, file);
}

/** Linked into place when it is whole, so neither a crash nor a second process leaves half a key or two. */
async function keepFirstKey(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, newSecretKey(), { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    await unlink(draft);
  }
}
