import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startS3Bucket } from '../../testing/outside/s3-bucket.ts';
import { backupKeysOf } from '../backups/index.ts';
import { removeOldWal } from './remove-old-wal.ts';
import { loadPiece, storePiece } from './wal-pieces.ts';
import { dayOf, nameOfBase, nameOfPiece, openWalStore, type WalPiece, type WalStore } from './wal-store.ts';

const HISTORY = '20261127T101500Z-0a1b2c';
const EARLIER = '20261120T101500Z-3d4e5f';
const BASE = nameOfBase('20261127T101501Z-aaaaaa');
const AT = new Date('2026-11-27T23:59:59.500Z');
const keys = backupKeysOf(['k'.repeat(40)]);

async function openBucket(): Promise<WalStore> {
  const bucket = await startS3Bucket('ward', { secret: 'secret', region: 'eu-west-1' });
  onTestFinished(() => bucket.close());
  return openWalStore(`s3://KEY:secret@ward/one?region=eu-west-1&endpoint=${encodeURIComponent(bucket.endpoint)}`, {});
}

async function openFolder(): Promise<WalStore> {
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-wal-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return openWalStore(folder);
}

const pieceAt = (start: bigint, coveredAt: Date | null): Omit<WalPiece, 'key'> => ({
  day: dayOf(AT),
  start,
  end: start + 5n,
  timeline: 3,
  coveredAt,
});

it.each([
  ['a bucket', openBucket],
  ['a folder', openFolder],
])(
  '%s keeps the log by its histories and days, and gives each piece back with what its name says',
  async (_what, open) => {
    const store = await open();
    expect(await store.listHistories()).toEqual([]);
    const [key] = keys;
    // Beyond 32 bits, as after four gigabytes of log.
    const high = 0x1_a000_0000n;
    await storePiece(store, HISTORY, pieceAt(high, AT), Buffer.from('later'), key);
    await storePiece(store, HISTORY, pieceAt(high - 5n, null), Buffer.from('first'), key);
    await store.put(`${HISTORY}/${BASE}/manifest.json`, Buffer.from('{}'));
    await store.put(`${HISTORY}/${dayOf(AT)}/something-else`, Buffer.from('of somebody'));
    await storePiece(store, EARLIER, { ...pieceAt(0n, AT), day: '20261120' }, Buffer.from('other'), key);
    expect(await store.listHistories()).toEqual([EARLIER, HISTORY]);
    expect(await store.listHistory(HISTORY)).toEqual({ bases: [BASE], days: ['20261127'] });
    const pieces = (await store.listPieces(HISTORY, '20261127')).sort((one, other) => Number(one.start - other.start));
    expect(pieces).toEqual([
      { ...pieceAt(high - 5n, null), key: key.name },
      { ...pieceAt(high, AT), key: key.name },
    ]);
    const read = await Promise.all(pieces.map((piece) => loadPiece(store, HISTORY, piece, keys)));
    expect(read.map(String)).toEqual(['first', 'later']);
    await store.removeFolder(`${HISTORY}/20261127`);
    expect(await store.listHistory(HISTORY)).toEqual({ bases: [BASE], days: [] });
    await store.removeFolder(EARLIER);
    expect(await store.listHistories()).toEqual([HISTORY]);
  },
);

it('copies and days are removed that no moment of the days that are kept needs, and what was never finished', async () => {
  const store = await openFolder();
  const baseOf = (day: string) => nameOfBase(`202611${day}T100000Z-aaaaaa`);
  for (const day of ['01', '08', '15', '20']) {
    await store.put(`${HISTORY}/${baseOf(day)}/000001.part`, Buffer.from('files'));
    if (day !== '20') await store.put(`${HISTORY}/${baseOf(day)}/manifest.json`, Buffer.from('{}'));
  }
  for (const day of ['01', '06', '07', '08', '15']) await store.put(`${HISTORY}/202611${day}/x`, Buffer.from('log'));
  const at = (day: number) => ({ history: HISTORY, keepDays: 7, now: new Date(Date.UTC(2026, 10, day, 12)) });
  await removeOldWal(store, at(15));
  expect((await store.listHistory(HISTORY)).bases).toEqual(['01', '08', '15', '20'].map(baseOf));
  await removeOldWal(store, at(16));
  expect(await store.listHistory(HISTORY)).toEqual({
    bases: ['08', '15', '20'].map(baseOf),
    days: ['20261107', '20261108', '20261115'],
  });
  await removeOldWal(store, at(30));
  expect(await store.listHistory(HISTORY)).toEqual({ bases: [baseOf('15')], days: ['20261115'] });
});

it('a piece in the place of another, or of another history, is refused', async () => {
  const store = await openFolder();
  const [key] = keys;
  await storePiece(store, HISTORY, pieceAt(0n, AT), Buffer.from('first'), key);
  const [piece] = await store.listPieces(HISTORY, dayOf(AT));
  if (!piece) throw new Error('there is no piece');
  await storePiece(store, EARLIER, pieceAt(0n, AT), Buffer.from('first'), key);
  const stolen = await store.get(`${EARLIER}/${dayOf(AT)}/${nameOfPiece(piece)}`);
  await store.put(`${HISTORY}/${dayOf(AT)}/${nameOfPiece(piece)}`, stolen ?? Buffer.alloc(0));
  await expect(loadPiece(store, HISTORY, piece, keys)).rejects.toThrow(/is not as it was written[.]$/);
  await expect(loadPiece(store, HISTORY, { ...piece, end: 6n }, keys)).rejects.toThrow(/is missing[.]$/);
});
