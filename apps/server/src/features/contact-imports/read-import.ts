import type { contactImports } from '@wardvoice/contract';
import type { Database } from '../../platform/db/database.ts';
import { limitConcurrency } from '../../platform/limit-concurrency.ts';
import { readChunks, type ImportRow, type StoredFile } from './contact-imports.queries.ts';
import { readContactRow } from './read-contact-row.ts';
import { UnreadableFile } from './file-limits.ts';
import { findDelimiter, type FileRow } from './read-csv.ts';
import { createEncodingFinder, decodeChunks, type Encoding } from './read-encoding.ts';
import { readInThread } from './read-in-thread.ts';

const PREVIEW_ROWS = 8;

/**
 * Returns the rows of a stored file, the header first; with `maxRows` only so many. `onBytes` is called with the number
 * of bytes read.
 */
export function readRows(
  db: Database,
  applicationId: number,
  importId: number,
  file: StoredFile,
  { onBytes = () => undefined, maxRows = null }: { onBytes?: (count: number) => void; maxRows?: number | null } = {},
): AsyncGenerator<FileRow> {
  async function* counted() {
    for await (const bytes of readChunks(db, applicationId, importId)) {
      onBytes(bytes.length);
      yield bytes;
    }
  }
  return readInThread(file, counted(), { maxRows });
}

/** Recognises the format by the first bytes; throws UnreadableFile for any other. */
export function findFormat(head: Buffer): 'csv' | 'xlsx' {
  const begins = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'xlsx';
  if (begins(0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableFile('This is an old Excel file (.xls), or one with a password. Save it as .xlsx or CSV.');
  if (begins(0x25, 0x50, 0x44, 0x46) || begins(0xff, 0xd8) || begins(0x89, 0x50) || begins(0x1f, 0x8b))
    throw new UnreadableFile('This is no table of contacts. Choose a CSV or XLSX file.');
  return 'csv';
}

/** Returns the delimiter, taken from the first line. */
export async function describeCsv(head: Buffer, encoding: Encoding): Promise<{ delimiter: string }> {
  let text = '';
  for await (const piece of decodeChunks(once(head), encoding)) text += piece;
  // oxlint-disable-next-line no-control-regex -- what no text has
  if (/[\u0000-\u0008\u000e-\u001a]/.test(text.slice(0, 2000)))
    throw new UnreadableFile('This is no text. Choose a CSV or XLSX file.');
  return { delimiter: findDelimiter(text) };
}

async function* once(bytes: Buffer) {
  await Promise.resolve();
  yield bytes;
}

/** A thread may take 200 MB for a while, and many people may upload at once. */
const MAX_PREVIEWS_AT_ONCE = 2;
const limited = limitConcurrency(MAX_PREVIEWS_AT_ONCE);

/** Reads the header and the first rows. A workbook is read to its end, so that one that exceeds a limit is refused. */
export async function readPreview(
  db: Database,
  applicationId: number,
  importId: number,
  file: StoredFile,
): Promise<ImportRow['preview']> {
  const first = await limited(() => readFirstRows(db, applicationId, importId, file));
  const [header, ...others] = first;
  if (!header) throw new UnreadableFile('The file is empty.');
  return { header: header.cells, rows: others };
}

async function readFirstRows(
  db: Database,
  applicationId: number,
  importId: number,
  file: StoredFile,
): Promise<FileRow[]> {
  const first: FileRow[] = [];
  for await (const row of readRows(db, applicationId, importId, file, { maxRows: PREVIEW_ROWS + 1 }))
    first.push({ ...row, cells: row.cells.slice(0, 200).map((cell) => cell.replaceAll('\0', '').slice(0, 200)) });
  return first;
}

/** The import as a reply: includes the problems of the first rows with the columns as they are chosen now. */
export function importJson({ preview, ...row }: ImportRow, country: string) {
  const { header, rows } = preview;
  const reading = { columns: row.columns, width: header.length, country };
  return {
    ...row,
    preview: {
      header,
      rows: rows.map((one) => {
        const read = readContactRow(one, reading);
        return { line: one.line, cells: one.cells, problem: 'problem' in read ? read.problem : null };
      }),
    },
  } satisfies Omit<contactImports.ContactImport, 'created_at' | 'finished_at'> & object;
}

export { createEncodingFinder, UnreadableFile };
