import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import {
  figure,
  MAX_ARCHIVE_FILES,
  MAX_PART_BYTES,
  MAX_TEXTS_XML_BYTES,
  MAX_UNPACKED_BYTES,
  tooLarge,
  UnreadableFile,
} from './file-limits.ts';
import { visitXml } from './read-xml.ts';

export const UNREADABLE = 'This Excel file could not be read. Save it again as .xlsx, or as CSV (UTF-8).';
const MB = 1024 * 1024;

export interface Part {
  /** The size that the archive declares. `stream` fails when the part unpacks to more or less. */
  unpackedBytes: number;
  stream: () => Promise<Readable>;
}

export interface Workbook {
  /** The first sheet by the order in the workbook, which may differ from the order of the file names. */
  sheet: Part;
  /** undefined: the workbook has no shared texts. */
  texts: Part | undefined;
  close: () => void;
}

/** Opens a workbook, after its declared sizes were compared with the limits. Nothing is unpacked before. */
export async function openWorkbook(path: string): Promise<Workbook> {
  // The sizes that an archive declares may be wrong. With `validateEntrySizes`, unpacking stops where they are exceeded.
  const zip = await openPromise(path, { autoClose: false, validateEntrySizes: true });
  try {
    const entries = await listEntries(zip);
    const partOf = (entry: Entry): Part => ({
      unpackedBytes: entry.uncompressedSize,
      stream: () => zip.openReadStreamPromise(entry),
    });
    const texts = entries.get('xl/sharedStrings.xml');
    if (texts) requireSize(texts, MAX_TEXTS_XML_BYTES);
    const sheet = await findFirstSheet(zip, entries);
    return { sheet: partOf(sheet), texts: texts && partOf(texts), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ARCHIVE_FILES)
    throw tooLarge(`This file packs more than ${figure(MAX_ARCHIVE_FILES)} others`);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > MAX_UNPACKED_BYTES) throw unpacksToMore(MAX_UNPACKED_BYTES);
    entries.set(entry.fileName.replace(/^\//, ''), entry);
  }
  return entries;
}

const unpacksToMore = (bytes: number) => tooLarge(`This file unpacks to more than ${bytes / MB} MB`);

function requireSize(entry: Entry, max: number): void {
  if (entry.uncompressedSize > max) throw tooLarge(`A part of this file unpacks to more than ${max / MB} MB`);
}

async function findFirstSheet(zip: ZipFile, entries: Map<string, Entry>): Promise<Entry> {
  const workbook = entries.get('xl/workbook.xml');
  const relations = entries.get('xl/_rels/workbook.xml.rels');
  if (!workbook || !relations) throw new UnreadableFile(UNREADABLE);
  let relation: string | undefined;
  await eachTag(zip, workbook, (name, attributes) => {
    if (name === 'sheet') relation ??= attributes['r:id'];
  });
  let target: string | undefined;
  await eachTag(zip, relations, (_name, attributes) => {
    if (attributes['Id'] === relation) target = attributes['Target'];
  });
  const name = target?.startsWith('/') ? target.slice(1) : posix.join('xl', target ?? '');
  const sheet = entries.get(name);
  if (!sheet) throw new UnreadableFile(UNREADABLE);
  return sheet;
}

async function eachTag(
  zip: ZipFile,
  entry: Entry,
  open: (name: string, attributes: Record<string, string>) => void,
): Promise<void> {
  requireSize(entry, MAX_PART_BYTES);
  await visitXml(await zip.openReadStreamPromise(entry), { open });
}
