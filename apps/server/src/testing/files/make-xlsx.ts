import { makeZip, storedPart } from './make-zip.ts';

/**
 * Makes a workbook as spreadsheet programs write it: numbers as numbers, texts in the table of shared strings, and formulas with
 * their last value.
 */
export function makeXlsx(rows: readonly (readonly (string | number | { formula: string; value: string })[])[]): Buffer {
  const shared: string[] = [];
  const cellXml = (cell: (typeof rows)[number][number], reference: string) => {
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
    if (typeof cell === 'object') return `<c r="${reference}" t="str"><f>${cell.formula}</f><v>${cell.value}</v></c>`;
    if (cell === '') return '';
    return `<c r="${reference}" t="s"><v>${shared.push(cell) - 1}</v></c>`;
  };
  const sheet = rows
    .map((row, at) => {
      const cells = row.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`));
      return `<row r="${at + 1}">${cells.join('')}</row>`;
    })
    .join('');
  return makeZip([
    storedPart('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    storedPart(
      'xl/sharedStrings.xml',
      `<sst>${shared.map((text) => `<si><t>${text.replaceAll('&', '&amp;')}</t></si>`).join('')}</sst>`,
    ),
    ...WORKBOOK_PARTS,
  ]);
}

/** The parts that say where the first sheet is. */
export const WORKBOOK_PARTS = [
  storedPart(
    'xl/_rels/workbook.xml.rels',
    '<Relationships><Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
  storedPart(
    'xl/workbook.xml',
    '<workbook xmlns:r="urn:r"><sheets><sheet name="People" sheetId="1" r:id="rId7"/></sheets></workbook>',
  ),
];
