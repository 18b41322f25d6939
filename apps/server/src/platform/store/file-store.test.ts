import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { startS3Bucket } from '../../testing/outside/s3-bucket.ts';
import type { FileStore } from './file-store.ts';
import { openFileStore } from './open-file-store.ts';

const OPTIONS = { within: 'files', setting: 'EXPORT_URL', environment: {} };

interface Opened {
  store: FileStore;
  /** Names of what lies there, whole or not. */
  list: () => Promise<string[]>;
}

async function openBucket(): Promise<Opened> {
  const bucket = await startS3Bucket('ward', { secret: 'secret', region: 'us-east-1' });
  onTestFinished(() => bucket.close());
  const store = openFileStore(`s3://KEY:secret@ward?endpoint=${encodeURIComponent(bucket.endpoint)}`, OPTIONS);
  return { store, list: async () => [...bucket.objects.keys(), ...bucket.uploads.keys()] };
}

async function openFolder(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { store: openFileStore(folder, OPTIONS), list: () => readdir(join(folder, 'files/a')) };
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it.each<[string, () => Promise<Opened>]>([
  ['a bucket', openBucket],
  ['a folder', openFolder],
])('%s shows a file that is written piece by piece when all of it is there, and gives it back', async (_what, open) => {
  const { store, list } = await open();
  const content = Buffer.from(Array.from({ length: 1_000_000 }, (_, place) => (place * 7) % 253));
  const draft = await store.write('a/large.bin');
  for (let piece = 0; piece < 20; piece += 1) await draft.write(content);
  expect(await store.get('a/large.bin')).toBeNull();
  await draft.finish();
  const stream = await store.read('a/large.bin');
  const whole = Buffer.concat(Array.from({ length: 20 }, () => content));
  expect(digest(stream ? await buffer(stream) : Buffer.from(''))).toBe(digest(whole));
  expect(await store.read('a/other.bin')).toBeNull();
  await store.put('a/b/one', content);
  await store.put('a/b/two', content);
  expect((await store.listFiles('a/b')).sort()).toEqual(['one', 'two']);
  expect(await store.listFiles('a/c')).toEqual([]);
  await store.removeFolder('a/b');
  await store.remove('a/large.bin');
  expect((await list()).filter((name) => name !== 'b')).toEqual([]);
});

it.each<[string, () => Promise<Opened>]>([
  ['a bucket', openBucket],
  ['a folder', openFolder],
])('%s keeps nothing of a file that is given up', async (_what, open) => {
  const { store, list } = await open();
  const draft = await store.write('a/half.bin');
  await draft.write(Buffer.alloc(20_000_000));
  await draft.discard();
  expect(await list()).toEqual([]);
});
