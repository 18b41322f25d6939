import { figure, MAX_CELL_CHARACTERS, MAX_TEXTS, MAX_TEXTS_BYTES, tooLarge, tooLong } from './file-limits.ts';
import type { Part } from './open-workbook.ts';
import { visitXml } from './read-xml.ts';

/** The shortest entry of the table is `<si/>`. */
const MIN_ENTRY_BYTES = 5;

export type SharedTexts = (index: number) => string;

/**
 * Reads the shared texts, which cells refer to by number. They are held as bytes in one block, which is never larger
 * than the part: an object for each of millions of texts would take several times as much. Phonetic readings (rPh) are
 * left out.
 */
export async function readSharedTexts(part: Part | undefined): Promise<SharedTexts> {
  if (!part) return () => '';
  const bytes = Buffer.allocUnsafeSlow(Math.min(part.unpackedBytes, MAX_TEXTS_BYTES));
  const ends = new Uint32Array(Math.min(Math.ceil(part.unpackedBytes / MIN_ENTRY_BYTES), MAX_TEXTS));
  let count = 0;
  let length = 0;
  const add = (text: string) => {
    if (count === MAX_TEXTS) throw tooLarge(`This file has more than ${MAX_TEXTS / 1e6} million texts`);
    if (length + Buffer.byteLength(text) > MAX_TEXTS_BYTES)
      throw tooLarge(`The texts of this file have more than ${MAX_TEXTS_BYTES / 1024 / 1024} MB`);
    length += bytes.write(text, length);
    ends[count++] = length;
  };
  await eachText(part, add);
  return (index) =>
    Number.isInteger(index) && index >= 0 && index < count
      ? bytes.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index])
      : '';
}

async function eachText(part: Part, add: (text: string) => void): Promise<void> {
  let text = '';
  let isText = false;
  let isPronunciation = false;
  await visitXml(await part.stream(), {
    open(tag) {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') isPronunciation = true;
      else if (tag === 't') isText = !isPronunciation;
    },
    text(piece) {
      if (!isText) return;
      text += piece;
      if (text.length > MAX_CELL_CHARACTERS)
        throw tooLong(`A cell has more than ${figure(MAX_CELL_CHARACTERS)} characters`);
    },
    close(tag) {
      if (tag === 't') isText = false;
      else if (tag === 'rPh') isPronunciation = false;
      else if (tag === 'si') add(text);
    },
  });
}
