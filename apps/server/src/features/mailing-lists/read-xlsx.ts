import { open, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import type { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { UnreadableFile, type FileRow } from './read-csv.ts';

/** Unpacked; a small file can claim to be a huge one. */
const MOST_UNPACKED_BYTES = 1024 * 1024 * 1024;
const MOST_TEXT_CHARACTERS = 40 * 1024 * 1024;
const UNREADABLE = 'This Excel file could not be read. Save it again as .xlsx, or as CSV (UTF-8).';

/**
 * Rows of the first sheet. Of a cell with a formula, the value that was stored with it: nothing is ever computed. The
 * archive lies on the disk meanwhile, for its parts are in no order.
 */
export async function* readXlsx(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileRow> {
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-import-'));
  try {
    const path = join(folder, 'import.xlsx');
    await writeChunks(path, chunks);
    yield* readSheet(path);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : asUnreadable(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the disk says is ours to look into; what the archive or its XML says is the sender's. */
function asUnreadable(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).syscall ? error : new UnreadableFile(UNREADABLE);
}

async function writeChunks(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const bytes of chunks) await file.write(bytes);
  } finally {
    await file.close();
  }
}

async function* readSheet(path: string): AsyncGenerator<FileRow> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    const entries = await listEntries(zip);
    const sheet = await findFirstSheet(zip, entries);
    const texts = await readTexts(zip, entries.get('xl/sharedStrings.xml'));
    yield* readRows(await streamOf(zip, sheet), texts);
  } finally {
    zip.close();
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName.replace(/^\//, ''), entry);
      unpacked += entry.uncompressedSize;
      if (unpacked > MOST_UNPACKED_BYTES) reject(new UnreadableFile('This Excel file is too large. Save it as CSV.'));
      else zip.readEntry();
    });
    zip.once('end', resolve);
    zip.once('error', reject);
    zip.readEntry();
  });
  return entries;
}

const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });

/** As the workbook orders them, which need not be as the files are named. */
async function findFirstSheet(zip: ZipFile, entries: Map<string, Entry>): Promise<Entry> {
  const workbook = entries.get('xl/workbook.xml');
  const relations = entries.get('xl/_rels/workbook.xml.rels');
  if (!workbook || !relations) throw new UnreadableFile(UNREADABLE);
  let relation: string | undefined;
  await eachTag(await streamOf(zip, workbook), ({ name, attributes }) => {
    if (localName(name) === 'sheet') relation ??= attributes['r:id'];
  });
  let target: string | undefined;
  await eachTag(await streamOf(zip, relations), ({ attributes }) => {
    if (attributes['Id'] === relation) target = attributes['Target'];
  });
  const name = target?.startsWith('/') ? target.slice(1) : posix.join('xl', target ?? '');
  const sheet = entries.get(name);
  if (!sheet) throw new UnreadableFile(UNREADABLE);
  return sheet;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

async function eachTag(stream: Readable, look: (tag: SaxesTagPlain) => void): Promise<void> {
  const parser = new SaxesParser();
  parser.on('opentag', look);
  for await (const text of stream.setEncoding('utf8')) parser.write(text as string);
  parser.close();
}

/** Texts that cells share, by their number; how they are to be pronounced (rPh) is no part of them. */
async function readTexts(zip: ZipFile, entry: Entry | undefined): Promise<string[]> {
  if (!entry) return [];
  const texts: string[] = [];
  let characters = 0;
  let text = '';
  let isText = false;
  let isPronunciation = false;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    const tag = localName(name);
    if (tag === 'si') text = '';
    else if (tag === 'rPh') isPronunciation = true;
    else if (tag === 't') isText = !isPronunciation;
  });
  parser.on('text', (piece) => {
    if (isText) text += piece;
  });
  parser.on('closetag', ({ name }) => {
    const tag = localName(name);
    if (tag === 't') isText = false;
    else if (tag === 'rPh') isPronunciation = false;
    else if (tag === 'si') {
      characters += text.length;
      texts.push(text);
    }
  });
  for await (const piece of (await streamOf(zip, entry)).setEncoding('utf8')) {
    parser.write(piece as string);
    if (characters > MOST_TEXT_CHARACTERS)
      throw new UnreadableFile('This Excel file holds too much text. Save it as CSV (UTF-8), which may be larger.');
  }
  parser.close();
  return texts;
}

async function* readRows(stream: Readable, texts: readonly string[]): AsyncGenerator<FileRow> {
  const rows: FileRow[] = [];
  let row: FileRow = { line: 0, cells: [] };
  let cell = { column: 0, type: '' };
  let value = '';
  let isValue = false;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const tag = localName(name);
    if (tag === 'row') row = { line: Number(attributes['r'] ?? row.line + 1), cells: [] };
    else if (tag === 'c') {
      cell = { column: columnOf(attributes['r']) ?? row.cells.length, type: attributes['t'] ?? 'n' };
      value = '';
    } else if (tag === 'v' || tag === 't') isValue = true;
  });
  parser.on('text', (piece) => {
    if (isValue) value += piece;
  });
  parser.on('closetag', ({ name }) => {
    const tag = localName(name);
    if (tag === 'v' || tag === 't') isValue = false;
    else if (tag === 'c' && cell.column < 1000) {
      while (row.cells.length < cell.column) row.cells.push('');
      row.cells[cell.column] = cellText(cell.type, value, texts);
    } else if (tag === 'row' && row.cells.some(Boolean)) rows.push(row);
  });
  for await (const piece of stream.setEncoding('utf8')) {
    parser.write(piece as string);
    yield* rows.splice(0);
  }
  parser.close();
  yield* rows;
}

/** "AB12" is column 27 from 0. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]+/.exec(reference ?? '')?.[0];
  if (!letters) return null;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(type: string, value: string, texts: readonly string[]): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'e') return '';
  if (type !== 'n' || !/e/i.test(value)) return value;
  // A long number, such as a phone: 3.53871234567E11
  const number = Number(value);
  return Number.isSafeInteger(number) ? String(number) : value;
}
