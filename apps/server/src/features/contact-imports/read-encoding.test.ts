import { contactImports } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { decodeChunks } from './read-encoding.ts';

// A delimiter is found before a person chooses the encoding, and stays.
it.each(contactImports.IMPORT_ENCODINGS)('what divides a file is the same in %s', async (encoding) => {
  const sent = 'name,e-mail;phone\tlanguage|"id"\r\n';
  let text = '';
  for await (const piece of decodeChunks(inPieces(sent), encoding)) text += piece;
  expect(text).toBe(sent);
});

async function* inPieces(text: string) {
  for (const character of text) yield await Promise.resolve(Buffer.from(character));
}
