import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { open, seal } from '../../platform/keys/cipher.ts';
import { type BackupKey, type BackupKeys, BackupProblem, findBackupKey } from '../backups/index.ts';
import { nameOfPiece, type WalPiece, type WalStore } from './wal-store.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A piece in its place: what was put elsewhere cannot be decrypted. */
const contextOf = (history: string, piece: WalPiece): string => `wal ${history} ${nameOfPiece(piece)}`;
const pathOf = (history: string, piece: WalPiece): string => `${history}/${piece.day}/${nameOfPiece(piece)}`;

/** Compresses, encrypts and stores a piece of the log. */
export async function storePiece(
  store: WalStore,
  history: string,
  about: Omit<WalPiece, 'key'>,
  bytes: Buffer,
  key: BackupKey,
): Promise<void> {
  const piece = { ...about, key: key.name };
  // Full pages of the same table are alike; more effort would cost processor time and save little.
  const packed = await compress(bytes, { level: 1 });
  await store.put(pathOf(history, piece), seal(key.key, contextOf(history, piece), packed));
}

/** Rejects with BackupProblem when the piece is missing, was changed, or needs another key. */
export async function loadPiece(store: WalStore, history: string, piece: WalPiece, keys: BackupKeys): Promise<Buffer> {
  const path = pathOf(history, piece);
  const { key } = findBackupKey(keys, piece.key);
  const sealed = await store.get(path);
  if (!sealed) throw new BackupProblem(`${path} in ${store.place} is missing.`);
  try {
    const bytes = await decompress(open(key, contextOf(history, piece), sealed));
    if (BigInt(bytes.length) === piece.end - piece.start) return bytes;
  } catch {
    // What cannot be decrypted is told below, as what has another length.
  }
  throw new BackupProblem(`${path} in ${store.place} is not as it was written.`);
}
