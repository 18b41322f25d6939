/** Thrown for a file that cannot be read; the message is for the person who sent it. */
export class UnreadableFile extends Error {}

const MB = 1024 * 1024;

/** Limits for files of contacts. They are checked while a file is read, before it takes the memory. */
export const MAX_CSV_BYTES = 1024 * MB;
export const MAX_XLSX_BYTES = 60 * MB;
/** Characters of a row. In CSV, a longer row mostly means that a quote was opened and never closed. */
export const MAX_ROW_CHARACTERS = 256 * 1024;
export const MAX_COLUMNS = 1_000;
export const MAX_CSV_ROWS = 5_000_000;

/** All files in the archive together, as it declares them; what is unpacked is counted against the same sizes. */
export const MAX_UNPACKED_BYTES = 512 * MB;
export const MAX_ARCHIVE_FILES = 10_000;
/** The part with the shared texts, which are held in memory. */
export const MAX_TEXTS_XML_BYTES = 160 * MB;
export const MAX_TEXTS_BYTES = 80 * MB;
export const MAX_TEXTS = 4_000_000;
/** A part that describes the workbook: its sheets and where they are. */
export const MAX_PART_BYTES = 16 * MB;
/** Rows and characters of a cell that Excel itself allows. Rows without cells count, too. */
export const MAX_XLSX_ROWS = 1_048_576;
export const MAX_CELL_CHARACTERS = 32_767;
export const MAX_CELLS = 25_000_000;
/** All cells together: one shared text may be used by many cells. */
export const MAX_CHARACTERS = 512 * MB;

/** Writes a number as people read it: 1,048,576. */
export const figure = (count: number): string => count.toLocaleString('en');

const DIVIDE = 'Save it as CSV, or divide it into several files.';

export const tooLarge = (what: string): UnreadableFile => new UnreadableFile(`${what}. ${DIVIDE}`);
export const tooLong = (what: string): UnreadableFile =>
  new UnreadableFile(`${what}. Shorten it and send the file again.`);
