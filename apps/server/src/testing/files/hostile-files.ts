import { WORKBOOK_PARTS } from './make-xlsx.ts';
import { deflatedPart, makeZip, storedPart, type ZipPart } from './make-zip.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const TEXTS = 'xl/sharedStrings.xml';
const MB = 1024 * 1024;

/** The text as often as it takes to reach the size, in pieces of about a megabyte. */
function* repeated(text: string, bytes: number): Generator<string> {
  const piece = text.repeat(Math.max(1, Math.floor(MB / text.length)));
  for (let length = 0; length < bytes; length += piece.length) yield piece;
}

function* within(head: string, middle: Iterable<string>, tail: string): Generator<string> {
  yield head;
  yield* middle;
  yield tail;
}

const HEADER = '<row r="1"><c r="A1" t="inlineStr"><is><t>email</t></is></c></row>';
const PERSON = '<row><c t="inlineStr"><is><t>una@example.org</t></is></c></row>';

const sheetPart = (rows: Iterable<string>) =>
  deflatedPart(SHEET, within(`<worksheet><sheetData>${HEADER}`, rows, '</sheetData></worksheet>'));
const smallSheet = () => storedPart(SHEET, `<worksheet><sheetData>${HEADER}${PERSON}</sheetData></worksheet>`);
const workbook = (...parts: ZipPart[]) => makeZip([...parts, ...WORKBOOK_PARTS]);

/** Each is below 1 MB, and unpacks to hundreds. */
export const HOSTILE_WORKBOOKS = {
  async oneCellRepeated() {
    return workbook(await sheetPart(repeated('<row><c t="s"><v>0</v></c></row>', 700 * MB)), smallTexts());
  },
  async sharedTextOf300Mb() {
    const texts = within('<sst><si><t>', repeated('x', 300 * MB), '</t></si></sst>');
    return workbook(smallSheet(), await deflatedPart(TEXTS, texts));
  },
  async sharedTextOf100Mb() {
    const texts = within('<sst><si><t>', repeated('x', 100 * MB), '</t></si></sst>');
    return workbook(smallSheet(), await deflatedPart(TEXTS, texts));
  },
  async millionsOfSharedTexts() {
    const texts = within('<sst>', repeated('<si/>', 100 * MB), '</sst>');
    return workbook(smallSheet(), await deflatedPart(TEXTS, texts));
  },
  async sizeThatLies() {
    const part = await sheetPart(repeated(PERSON, 300 * MB));
    return workbook({ ...part, size: 20_000 });
  },
  async tenMillionEmptyRows() {
    return workbook(await sheetPart(repeated('<row/>', 60 * MB)));
  },
  async cellOf100Mb() {
    const cell = within('<row><c t="str"><v>', repeated('x', 100 * MB), '</v></c></row>');
    return workbook(await sheetPart(cell));
  },
  async cellOf100MbInPieces() {
    const cell = within('<row><c t="str"><v>', repeated('xxxxxxxxxx<x/>', 100 * MB), '</v></c></row>');
    return workbook(await sheetPart(cell));
  },
  async attributeOf100Mb() {
    return workbook(await sheetPart(within('<row r="', repeated('x', 100 * MB), '"/>')));
  },
  async tagsInTags() {
    return workbook(await sheetPart(repeated('<a>', 100 * MB)));
  },
  async longTextUsedByEveryCell() {
    const texts = storedPart(TEXTS, `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`);
    return workbook(await sheetPart(repeated('<row><c t="s"><v>0</v></c></row>', 20 * MB)), texts);
  },
  millionsOfCellsInOneRow: async () => workbook(await sheetPart(within('<row>', repeated('<c/>', 150 * MB), '</row>'))),
  archivesInTheArchive: async () =>
    workbook(
      smallSheet(),
      ...Array.from({ length: 20_000 }, (_, at) => storedPart(`xl/embeddings/${at}.zip`, makeZip(WORKBOOK_PARTS))),
    ),
};

const smallTexts = () => storedPart(TEXTS, '<sst><si><t>una@example.org</t></si></sst>');

/** Pieces of text, to be written to a file. */
export const HOSTILE_CSV = {
  lineOf100Mb: () => within('name,email\n', repeated('x', 100 * MB), '\n'),
  lineOf100MbOfCommas: () => within('name,email\n', repeated(',', 100 * MB), '\n'),
  unbalancedQuote: () => within('name,email\n"', repeated('Una,una@example.org\n', 100 * MB), ''),
  unbalancedQuoteInQuotes: () => within('name,email\n"', repeated('Una,""una@example.org\n', 100 * MB), ''),
};
