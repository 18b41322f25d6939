import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { tooLong, UnreadableFile } from './file-limits.ts';

const MAX_DEPTH = 100;
/** Characters without a tag. The parser holds them in memory until the next one. */
const MAX_CHARACTERS_WITHOUT_TAG = 1024 * 1024;

/** Characters given to the parser at once, because what it finds in them is held in memory: rows may repeat long texts. */
const CHARACTERS_AT_ONCE = 8 * 1024;

export interface Handlers {
  /** The name is given without its namespace. */
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Parses XML to its end. */
export async function visitXml(stream: Readable, handlers: Handlers): Promise<void> {
  await readXml(stream, handlers, []).next();
}

/** Parses XML, and yields what the handlers put into `collected`, after each piece of the stream. */
export async function* readXml<T>(
  stream: Readable,
  { open, text, close }: Handlers,
  collected: T[],
): AsyncGenerator<T, void> {
  const parser = new SaxesParser();
  let depth = 0;
  let charactersWithoutTag = 0;
  parser.on('opentag', ({ name, attributes }) => {
    charactersWithoutTag = 0;
    depth += 1;
    if (depth > MAX_DEPTH)
      throw new UnreadableFile('This is no Excel file as Excel writes it. Save it again with Excel, or as CSV.');
    open?.(localName(name), attributes);
  });
  if (text) parser.on('text', text);
  parser.on('closetag', ({ name }) => {
    charactersWithoutTag = 0;
    depth -= 1;
    close?.(localName(name));
  });
  for await (const piece of stream.setEncoding('utf8') as AsyncIterable<string>) {
    charactersWithoutTag += piece.length;
    if (charactersWithoutTag > MAX_CHARACTERS_WITHOUT_TAG)
      throw tooLong('This file has a text of more than a million characters');
    for (let at = 0; at < piece.length; at += CHARACTERS_AT_ONCE) {
      parser.write(piece.slice(at, at + CHARACTERS_AT_ONCE));
      yield* collected.splice(0);
    }
  }
  parser.close();
  yield* collected;
}
