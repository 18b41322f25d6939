import type { contactImports } from '@wardvoice/contract';

export type Encoding = contactImports.ImportEncoding | 'utf-16le' | 'utf-16be';

export interface EncodingFinder {
  read(bytes: Uint8Array): void;
  /** Returns the encoding, after the last bytes were passed in. */
  found(): Encoding;
}

/**
 * Determines the encoding while the file is received: by a byte order mark, by zero bytes, else UTF-8 where the whole
 * file is valid UTF-8, else Windows-1252.
 */
export function createEncodingFinder(): EncodingFinder {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let marked: Encoding | null | undefined;
  let isUtf8 = true;
  return {
    read(bytes) {
      if (marked === undefined) marked = readMark(bytes);
      if (!isUtf8) return;
      try {
        utf8.decode(bytes, { stream: true });
      } catch {
        isUtf8 = false;
      }
    },
    // A file that ends in the middle of a character still counts as UTF-8.
    found: () => marked ?? (isUtf8 ? 'utf-8' : 'windows-1252'),
  };
}

function readMark(bytes: Uint8Array): Encoding | null {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  // Without a mark, UTF-16 is recognised because every other byte of Latin text is zero.
  const sample = bytes.subarray(0, 1000);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const many = sample.length / 5;
  if ((zeros[1] ?? 0) > many) return 'utf-16le';
  if ((zeros[0] ?? 0) > many) return 'utf-16be';
  return null;
}

/** Decodes the chunks and drops the byte order mark. */
export async function* decodeChunks(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of chunks) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}
