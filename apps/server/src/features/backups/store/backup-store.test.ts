import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startS3Bucket } from '../../../testing/outside/s3-bucket.ts';
import { MANIFEST_FILE } from '../manifest.ts';
import { begunAt, newBackupName, type BackupStore } from './backup-store.ts';
import { openBackupStore } from './open-backup-store.ts';

const REGION = 'eu-west-1';
const [OLD, NEW] = [
  newBackupName(new Date('2026-06-01T01:02:03Z'), 'aaaaaa'),
  newBackupName(new Date('2026-06-02T01:02:03Z'), 'bbbbbb'),
];

async function openBucket(secret = 'a/b+secret') {
  const bucket = await startS3Bucket('ward', { secret: 'a/b+secret', region: REGION });
  onTestFinished(() => bucket.close());
  const address = `s3://KEY:${encodeURIComponent(secret)}@ward/one/two?region=${REGION}&endpoint=${encodeURIComponent(bucket.endpoint)}`;
  return { bucket, store: openBackupStore(address, {}) };
}

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { store: openBackupStore(`file://${folder}`) };
}

it.each<[string, () => Promise<{ store: BackupStore }>]>([
  ['a bucket', openBucket],
  ['a folder', openFolder],
])('%s keeps files, lists backups by their age, and removes one', async (_what, open) => {
  const { store } = await open();
  await store.check();
  expect(await store.list()).toEqual([]);
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, place) => place % 251));
  for (const name of [NEW, OLD]) {
    for (const file of ['000001.part', '000002.part', '000003.part']) await store.put(name, file, content);
    await store.put(name, MANIFEST_FILE, Buffer.from('{}'));
  }
  expect(await store.list()).toEqual([OLD, NEW]);
  expect(begunAt(OLD)).toEqual(new Date('2026-06-01T01:02:03Z'));
  expect((await store.get(OLD, '000002.part'))?.equals(content)).toBe(true);
  expect(await store.get(OLD, '000009.part')).toBeNull();
  await store.remove(OLD);
  expect(await store.list()).toEqual([NEW]);
  expect(await store.get(OLD, '000002.part')).toBeNull();
  expect((await store.get(NEW, '000003.part'))?.length).toBe(content.length);
});

it('a bucket keeps backups below its prefix, says its place without the key, and is asked again when it fails', async () => {
  const { bucket, store } = await openBucket();
  bucket.failNext.push(503, 500);
  await store.put(NEW, MANIFEST_FILE, Buffer.from('{}'));
  expect([...bucket.objects.keys()]).toEqual([`one/two/snapshots/${NEW}/${MANIFEST_FILE}`]);
  expect(store.place).toBe('s3://ward/one/two');
});

it('a bucket with another secret, without one, or that is not there is told in a sentence without the secret', async () => {
  const { store: refused } = await openBucket('wrong');
  await expect(refused.check()).rejects.toThrow(
    /^The store s3:\/\/ward\/one\/two refuses PUT \(403 SignatureDoesNotMatch\): check the access key/,
  );
  const away = openBackupStore('s3://K:S@ward?endpoint=http://127.0.0.1:9', {});
  await expect(away.list()).rejects.toThrow(/^The store s3:\/\/ward cannot be reached .*: check the endpoint/);
  expect(() => openBackupStore('s3://ward', {})).toThrow(/^There is no access key for s3:\/\/ward/);
});
