import { parse } from 'csv-parse';

/** Thrown for a file that cannot be read; the message is for the person who sent it. */
export class UnreadableFile extends Error {}

export interface FileRow {
  /** Of the file, from 1: where the row ends. */
  line: number;
  cells: string[];
  /** The file ends in the middle of it. */
  isCutOff?: boolean;
}

/** A row longer than this is a quote that was opened and never closed. */
const LONGEST_ROW = 256 * 1024;

/** Rows as they come, whatever their number of cells. Empty lines are none. */
export async function* readCsv(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<FileRow> {
  const rows: FileRow[] = [];
  let lastLine = 0;
  const failure: { error?: Error & { code?: string } } = {};
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    // Rows are taken here: what a stream has buffered is lost when a later row breaks.
    on_record: (cells: string[], { lines }) => {
      lastLine = lines;
      rows.push({ line: lines, cells });
      return null;
    },
  });
  parser.on('error', (error: Error) => (failure.error = error));
  const ended = new Promise<void>((resolve) => parser.once('close', resolve));
  parser.resume();
  let last = '';
  for await (const text of texts) {
    if (text === '') continue;
    last = text;
    parser.write(text);
    yield* rows.splice(0);
    if (failure.error) break;
  }
  if (!failure.error) parser.end();
  await ended;
  const final = rows.at(-1);
  if (final && !/[\r\n]$/.test(last)) final.isCutOff = true;
  yield* rows;
  if (failure.error?.code === 'CSV_QUOTE_NOT_CLOSED') yield { line: lastLine + 1, cells: [], isCutOff: true };
  else if (failure.error?.code === 'CSV_MAX_RECORD_SIZE')
    throw new UnreadableFile(
      `A quote that is opened in line ${lastLine + 1} is never closed. Correct it and send the file again.`,
    );
  else if (failure.error) throw new UnreadableFile('The file could not be read as CSV. Save it again as CSV (UTF-8).');
}

const DELIMITERS = [',', ';', '\t', '|'];

/** The one that the first line has most of, quoted text aside. */
export function findDelimiter(head: string): string {
  const firstLine = head.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => firstLine.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
