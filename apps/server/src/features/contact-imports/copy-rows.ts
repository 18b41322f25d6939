import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { MAX_CSV_ROWS, UnreadableFile } from './file-limits.ts';
import { readContactRow } from './read-contact-row.ts';
import type { FileRow } from './read-csv.ts';
import type { Staging } from './staging.ts';

const ROWS_PER_WRITE = 500;
const ROWS_PER_REPORT = 20_000;

/** Streams the rows of a file, without the header, into the staging table. Returns their number. */
export async function copyRows(
  { client }: Staging,
  rows: AsyncGenerator<FileRow>,
  reading: Parameters<typeof readContactRow>[1],
  report: (count: number) => Promise<void>,
): Promise<number> {
  let count = 0;
  async function* lines() {
    let text: string[] = [];
    for await (const row of rows) {
      if (count++ === 0) continue;
      text.push(copyLine(row, reading));
      if (count > MAX_CSV_ROWS)
        throw new UnreadableFile('A file may have at most five million rows. Send it in parts.');
      if (text.length >= ROWS_PER_WRITE) yield text.splice(0).join('');
      if (count % ROWS_PER_REPORT === 0) await report(count - 1);
    }
    if (text.length > 0) yield text.join('');
    text = [];
  }
  await pipeline(Readable.from(lines(), { objectMode: false }), client.query(copyFrom('copy import_rows from stdin')));
  return Math.max(0, count - 1);
}

function copyLine(row: FileRow, reading: Parameters<typeof readContactRow>[1]): string {
  const read = readContactRow(row, reading);
  if ('problem' in read) {
    const cells = JSON.stringify(row.cells.slice(0, 200)).replaceAll('\\u0000', '');
    return `${row.line}\t${read.problem}\t${field(cells)}${'\t\\N'.repeat(6)}\n`;
  }
  const { name, email, phone, language, external_id } = read.contact;
  // The cells of a valid row are not stored. They are needed only for a duplicate, and are then rebuilt from these
  // fields.
  const fields = [name, email, email && email.toLowerCase(), phone, language, external_id];
  return `${row.line}\t\\N\t\\N\t${fields.map(field).join('\t')}\n`;
}

/** Escapes a value for the text format of COPY. */
function field(value: string | null): string {
  if (value === null) return '\\N';
  return /[\\\t\n\r]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : value;
}
