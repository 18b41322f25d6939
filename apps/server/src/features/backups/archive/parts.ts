import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { open, seal } from '../../../platform/keys/cipher.ts';
import type { BackupKey } from '../backup-keys.ts';
import { BackupProblem } from '../backup-problem.ts';
import type { Part } from '../manifest.ts';
import type { BackupStore } from '../store/backup-store.ts';

/** What is held in memory of a table at a time, compressed. */
const PART_BYTES = 8 * 1024 * 1024;

/** The part of a stream in its place: what was put elsewhere cannot be decrypted. */
const contextOf = (backup: string, stream: string, place: number): string => `backup ${backup} ${stream} ${place}`;

export interface PartWriter {
  /** Compresses, encrypts and stores a stream in parts. */
  write(stream: string, source: Readable): Promise<Part[]>;
}

export function createPartWriter(store: Pick<BackupStore, 'put'>, backup: string, { key }: BackupKey): PartWriter {
  let files = 0;
  return {
    async write(stream, source) {
      const parts: Part[] = [];
      const keep = async (plain: Buffer) => {
        files += 1;
        const sealed = seal(key, contextOf(backup, stream, parts.length), plain);
        const file = `${String(files).padStart(6, '0')}.part`;
        await store.put(backup, file, sealed);
        parts.push({ file, bytes: sealed.length, sha256: createHash('sha256').update(sealed).digest('hex') });
      };
      await pipeline(source, createGzip({ level: 4 }), async (packed: AsyncIterable<Buffer>) => {
        let waiting: Buffer[] = [];
        let bytes = 0;
        for await (const chunk of packed) {
          waiting.push(chunk);
          bytes += chunk.length;
          if (bytes < PART_BYTES) continue;
          await keep(Buffer.concat(waiting));
          waiting = [];
          bytes = 0;
        }
        await keep(Buffer.concat(waiting));
      });
      return parts;
    },
  };
}

export interface PartReader {
  store: Pick<BackupStore, 'get'>;
  backup: string;
  key: BackupKey;
}

/** Reads what was written as a stream of this name. Rejects with BackupProblem when a part is missing or changed. */
export async function readParts(
  reader: PartReader,
  stream: string,
  parts: readonly Part[],
  consume: (plain: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  await pipeline(
    () => decrypted(reader, stream, parts),
    createGunzip(),
    async (plain: AsyncIterable<Buffer>) => {
      await consume(plain);
    },
  );
}

async function* decrypted({ store, backup, key }: PartReader, stream: string, parts: readonly Part[]) {
  for (const [place, { file, sha256 }] of parts.entries()) {
    const sealed = await store.get(backup, file);
    if (!sealed) throw new BackupProblem(`${file} of ${backup} is missing: use another backup.`);
    const damaged = `${file} of ${backup}, with ${stream}, is not as it was written: use another backup.`;
    if (createHash('sha256').update(sealed).digest('hex') !== sha256) throw new BackupProblem(damaged);
    yield openPart(key.key, contextOf(backup, stream, place), sealed, damaged);
  }
}

function openPart(key: Buffer, context: string, sealed: Buffer, damaged: string): Buffer {
  try {
    return open(key, context, sealed);
  } catch {
    throw new BackupProblem(damaged);
  }
}
