import type { contactImports } from '@wardvoice/contract';
import type { Database } from '../../platform/db/database.ts';
import { readChunks, type ImportRow, type StoredFile } from './imports.queries.ts';
import { readContactRow } from './read-contact-row.ts';
import { findDelimiter, readCsv, UnreadableFile, type FileRow } from './read-csv.ts';
import { createEncodingFinder, decodeChunks, type Encoding } from './read-encoding.ts';
import { readXlsx } from './read-xlsx.ts';

const PREVIEW_ROWS = 8;

/** Rows of a stored file, the header first. `onBytes` hears how many have been read. */
export function readRows(
  db: Database,
  applicationId: number,
  importId: number,
  { format, encoding, delimiter }: StoredFile,
  onBytes: (count: number) => void = () => undefined,
): AsyncGenerator<FileRow> {
  async function* counted() {
    for await (const bytes of readChunks(db, applicationId, importId)) {
      onBytes(bytes.length);
      yield bytes;
    }
  }
  return format === 'xlsx' ? readXlsx(counted()) : readCsv(decodeChunks(counted(), encoding), delimiter);
}

/** What the first bytes say the file is; throws for what it cannot be. */
export function findFormat(head: Buffer): 'csv' | 'xlsx' {
  const begins = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'xlsx';
  if (begins(0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableFile('This is an old Excel file (.xls), or one with a password. Save it as .xlsx or CSV.');
  if (begins(0x25, 0x50, 0x44, 0x46) || begins(0xff, 0xd8) || begins(0x89, 0x50) || begins(0x1f, 0x8b))
    throw new UnreadableFile('This is no table of contacts. Choose a CSV or XLSX file.');
  return 'csv';
}

/** The delimiter is the one of the first line. */
export async function describeCsv(head: Buffer, encoding: Encoding): Promise<{ delimiter: string }> {
  let text = '';
  for await (const piece of decodeChunks(once(head), encoding)) text += piece;
  // eslint-disable-next-line no-control-regex -- what no text has
  if (/[\u0000-\u0008\u000e-\u001a]/.test(text.slice(0, 2000)))
    throw new UnreadableFile('This is no text. Choose a CSV or XLSX file.');
  return { delimiter: findDelimiter(text) };
}

async function* once(bytes: Buffer) {
  await Promise.resolve();
  yield bytes;
}

export async function readPreview(rows: AsyncGenerator<FileRow>): Promise<ImportRow['preview']> {
  const first: FileRow[] = [];
  for await (const row of rows) {
    first.push({ ...row, cells: row.cells.slice(0, 200).map((cell) => cell.replaceAll('\0', '').slice(0, 200)) });
    if (first.length > PREVIEW_ROWS) break;
  }
  const [header, ...others] = first;
  if (!header) throw new UnreadableFile('The file is empty.');
  return { header: header.cells, rows: others };
}

/** As the screen gets it: what would be wrong with the first rows, as the columns are now. */
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
