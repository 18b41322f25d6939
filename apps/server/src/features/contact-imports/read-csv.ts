import { parse } from 'csv-parse';
import { figure, MAX_COLUMNS, MAX_ROW_CHARACTERS, UnreadableFile } from './file-limits.ts';

export interface FileRow {
  /** Line of the file, from 1, on which the row ends. */
  line: number;
  cells: string[];
  /** The file ends in the middle of this row. */
  isCutOff?: boolean;
}

/** Returns the rows as they are, with any number of cells. Empty lines are left out. */
export async function* readCsv(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<FileRow> {
  const rows: FileRow[] = [];
  let lastLine = 0;
  const failure: { error?: Error & { code?: string } } = {};
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
    // Rows are collected here, because the stream drops its buffered rows when a later row fails.
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
  let rowsBefore = 0;
  let charactersWithoutRow = 0;
  for await (const text of texts) {
    if (text === '') continue;
    last = text;
    parser.write(text);
    // The parser's own limit counts no delimiters, and each of them makes a cell.
    const rowsNow = parser.info.records + parser.info.empty_lines;
    charactersWithoutRow = rowsNow === rowsBefore ? charactersWithoutRow + text.length : 0;
    rowsBefore = rowsNow;
    if (charactersWithoutRow > 2 * MAX_ROW_CHARACTERS) throw lineTooLong(lastLine + 1);
    yield* checked(rows.splice(0));
    if (failure.error) break;
  }
  if (!failure.error) parser.end();
  await ended;
  const final = rows.at(-1);
  if (final && !/[\r\n]$/.test(last)) final.isCutOff = true;
  yield* checked(rows);
  if (failure.error?.code === 'CSV_QUOTE_NOT_CLOSED') yield { line: lastLine + 1, cells: [], isCutOff: true };
  else if (failure.error?.code === 'CSV_MAX_RECORD_SIZE') throw lineTooLong(lastLine + 1);
  else if (failure.error) throw new UnreadableFile('The file could not be read as CSV. Save it again as CSV (UTF-8).');
}

function* checked(rows: readonly FileRow[]): Generator<FileRow> {
  for (const row of rows) {
    if (row.cells.length > MAX_COLUMNS)
      throw new UnreadableFile(
        `Line ${row.line} has more than ${figure(MAX_COLUMNS)} columns. Leave out what is not needed, and send the file again.`,
      );
    yield row;
  }
}

const lineTooLong = (line: number) =>
  new UnreadableFile(
    `A quote that is opened in line ${line} is never closed, or the line has more than ${figure(MAX_ROW_CHARACTERS)} characters. ` +
      'Correct it and send the file again.',
  );

const DELIMITERS = [',', ';', '\t', '|'];

/** Returns the delimiter that occurs most often in the first line, outside of quotes. */
export function findDelimiter(head: string): string {
  const firstLine = head.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => firstLine.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
