import {
  figure,
  MAX_CELL_CHARACTERS,
  MAX_CELLS,
  MAX_CHARACTERS,
  MAX_COLUMNS,
  MAX_ROW_CHARACTERS,
  MAX_XLSX_ROWS,
  tooLarge,
  tooLong,
  UnreadableFile,
} from './file-limits.ts';
import { openWorkbook, UNREADABLE, type Part } from './open-workbook.ts';
import type { FileRow } from './read-csv.ts';
import { readSharedTexts, type SharedTexts } from './read-shared-texts.ts';
import { readXml, type Handlers } from './read-xml.ts';

const MB = 1024 * 1024;

/**
 * Reads the rows of the first sheet of the workbook in a file. A cell with a formula yields its stored value; nothing is
 * computed.
 */
export async function* readXlsx(path: string): AsyncGenerator<FileRow> {
  try {
    const workbook = await openWorkbook(path);
    try {
      yield* readRows(workbook.sheet, await readSharedTexts(workbook.texts));
    } finally {
      workbook.close();
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : asUnreadable(error);
  }
}

/** A file system error is our fault and is rethrown; an error of the archive or its XML is the fault of the file. */
function asUnreadable(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error ? error : new UnreadableFile(UNREADABLE);
}

async function* readRows(part: Part, textOf: SharedTexts): AsyncGenerator<FileRow> {
  const rows: FileRow[] = [];
  const check = createRowCheck();
  let row: FileRow = { line: 0, cells: [] };
  let cell = { column: 0, type: '' };
  let value = '';
  let isValue = false;
  const handlers: Handlers = {
    open(tag, attributes) {
      if (tag === 'row') {
        check.countRow();
        row = { line: lineOf(attributes['r']) ?? row.line + 1, cells: [] };
      } else if (tag === 'c') {
        check.countCell();
        cell = { column: columnOf(attributes['r']) ?? row.cells.length, type: attributes['t'] ?? 'n' };
        value = '';
      } else if (tag === 'v' || tag === 't') isValue = true;
    },
    text(piece) {
      if (!isValue) return;
      value += piece;
      if (value.length > MAX_CELL_CHARACTERS)
        throw tooLong(`A cell in row ${row.line} has more than ${figure(MAX_CELL_CHARACTERS)} characters`);
    },
    close(tag) {
      if (tag === 'v' || tag === 't') isValue = false;
      else if (tag === 'c') {
        const text = cellText(cell.type, value, textOf);
        // Cells without a value are often only formatted, up to the last column of the sheet.
        if (text !== '') setCell(row, cell.column, check.countText(row, text));
      } else if (tag === 'row' && row.cells.some(Boolean)) rows.push(row);
    },
  };
  yield* readXml(await part.stream(), handlers, rows);
}

function setCell({ line, cells }: FileRow, column: number, text: string): void {
  if (column >= MAX_COLUMNS) throw tooLarge(`Row ${line} has more than ${figure(MAX_COLUMNS)} columns`);
  while (cells.length < column) cells.push('');
  cells[column] = text;
}

/** Counts what was read of the sheet, and throws UnreadableFile when it is more than the limits allow. */
function createRowCheck() {
  let rows = 0;
  let cells = 0;
  let characters = 0;
  let charactersOfRow = 0;
  return {
    countRow() {
      rows += 1;
      charactersOfRow = 0;
      if (rows > MAX_XLSX_ROWS) throw tooLarge(`This file has more than ${figure(MAX_XLSX_ROWS)} rows`);
    },
    countCell() {
      cells += 1;
      if (cells > MAX_CELLS) throw tooLarge(`This file has more than ${MAX_CELLS / 1e6} million cells`);
    },
    countText({ line }: FileRow, text: string): string {
      characters += text.length;
      charactersOfRow += text.length;
      if (charactersOfRow > MAX_ROW_CHARACTERS)
        throw tooLong(`Row ${line} has more than ${figure(MAX_ROW_CHARACTERS)} characters`);
      if (characters > MAX_CHARACTERS)
        throw tooLarge(`The cells of this file hold more than ${MAX_CHARACTERS / MB} MB`);
      return text;
    },
  };
}

/** Returns the number of the row as the file gives it; null where it gives none, or none that a sheet can have. */
function lineOf(reference: string | undefined): number | null {
  const line = Number(reference);
  return Number.isInteger(line) && line > 0 && line <= MAX_XLSX_ROWS ? line : null;
}

/** Returns the index of the column, from 0: of "AB12" it is 27. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]+/.exec(reference ?? '')?.[0];
  if (!letters) return null;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(type: string, value: string, textOf: SharedTexts): string {
  if (type === 's') return textOf(Number(value));
  if (type === 'e') return '';
  if (type !== 'n' || !/e/i.test(value)) return value;
  // Long numbers, such as phone numbers, are stored in exponent form: 3.53871234567E11.
  const number = Number(value);
  return Number.isSafeInteger(number) ? String(number) : value;
}
