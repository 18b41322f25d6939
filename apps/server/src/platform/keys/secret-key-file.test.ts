import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSecretKeys, secretKeyFile, writeSecretKeys } from './secret-key-file.ts';
import { secretKeysOf } from './secret-keys.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-key-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inFolder = (dataDir = folder) => ({ secretKey: null, secretKeyBefore: null, dataDir });
const textsOf = async (settings = inFolder()) => {
  const { current, before } = await readSecretKeys(settings);
  return { current: current.text, before: before?.text ?? null };
};

describe('the secret key', () => {
  it('is made once, kept for its owner only, and found again at the next start', async () => {
    const settings = inFolder(join(folder, 'data'));
    const { current } = await textsOf(settings);
    expect(current.length).toBeGreaterThanOrEqual(32);
    expect(await textsOf(settings)).toEqual({ current, before: null });
    const file = secretKeyFile(settings);
    expect(await readFile(file, 'utf8')).toBe(current);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is the same for two processes that start at once, and leaves no draft behind', async () => {
    const settings = inFolder(join(folder, 'data'));
    const keys = await Promise.all([textsOf(settings), textsOf(settings)]);
    expect(new Set(keys.map(({ current }) => current)).size).toBe(1);
    expect(await readdir(join(folder, 'data'))).toEqual(['secret-key']);
  });

  it('that was damaged stops the start instead of being replaced, for every link hangs on it', async () => {
    await writeFile(secretKeyFile(inFolder()), '');
    await expect(readSecretKeys(inFolder())).rejects.toThrow(/holds no key/);
  });

  it('that was given is used and not written down, and so is the one that it replaces', async () => {
    const given = { secretKey: 'k'.repeat(32), secretKeyBefore: 'b'.repeat(32), dataDir: join(folder, 'data') };
    const { current, before } = await readSecretKeys(given);
    expect([current.text, before?.text]).toEqual([given.secretKey, given.secretKeyBefore]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('that somebody wrote with a line feed at its end stays the key that it was', async () => {
    await writeFile(secretKeyFile(inFolder()), `${'k'.repeat(40)}\n`);
    expect(await textsOf()).toEqual({ current: `${'k'.repeat(40)}\n`, before: null });
  });

  it('that is being replaced stands under the new one, also when it ends with a line feed', async () => {
    const [current, before] = ['n'.repeat(43), `${'k'.repeat(40)}\n`];
    await writeSecretKeys(secretKeyFile(inFolder()), secretKeysOf(current, before));
    expect(await textsOf()).toEqual({ current, before });
    await writeSecretKeys(secretKeyFile(inFolder()), secretKeysOf(current));
    expect(await textsOf()).toEqual({ current, before: null });
    expect(await readdir(folder)).toEqual(['secret-key']);
  });
});
