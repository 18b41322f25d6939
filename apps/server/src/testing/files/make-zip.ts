import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file in an archive, as it is packed. */
export interface ZipPart {
  name: string;
  packed: Buffer;
  /** The size that the archive declares. */
  size: number;
  crc: number;
  isDeflated: boolean;
}

export function storedPart(name: string, content: string | Buffer): ZipPart {
  const packed = Buffer.from(content as string);
  return { name, packed, size: packed.length, crc: crc32(packed), isDeflated: false };
}

/** Packs pieces without ever holding them all in memory, so that a part may be of hundreds of megabytes. */
export async function deflatedPart(name: string, pieces: Iterable<string>): Promise<ZipPart> {
  const deflate = createDeflateRaw({ level: 9 });
  const packed: Buffer[] = [];
  deflate.on('data', (bytes: Buffer) => packed.push(bytes));
  let size = 0;
  let crc = 0;
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    crc = crc32(bytes, crc);
    if (!deflate.write(bytes)) await once(deflate, 'drain');
  }
  deflate.end();
  await once(deflate, 'end');
  return { name, packed: Buffer.concat(packed), size, crc, isDeflated: true };
}

const numbers = (...values: readonly [number, 2 | 4][]) => {
  const bytes = Buffer.alloc(values.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of values) at = bytes.writeUIntLE(value, at, size);
  return bytes;
};

/** Makes a ZIP archive. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, size, crc, isDeflated } of parts) {
    const facts = numbers(
      [0, 2],
      [isDeflated ? 8 : 0, 2],
      [0, 2],
      [0, 2],
      [crc, 4],
      [packed.length, 4],
      [size, 4],
      [name.length, 2],
      [0, 2],
    );
    const local = Buffer.concat([numbers([0x04034b50, 4], [20, 2]), facts, Buffer.from(name), packed]);
    directory.push(
      numbers([0x02014b50, 4], [20, 2], [20, 2]),
      facts,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      Buffer.from(name),
    );
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const count = Math.min(parts.length, 0xffff);
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [central.length, 4],
    [offset, 4],
    [0, 2],
  );
  return Buffer.concat([...bodies, central, end]);
}
