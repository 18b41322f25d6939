import { crc32 } from 'node:zlib';

/** A workbook as spreadsheets write it: numbers as numbers, texts shared, and a formula with the value it had. */
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
  return zip({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t>${text.replaceAll('&', '&amp;')}</t></si>`).join('')}</sst>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/workbook.xml':
      '<workbook xmlns:r="urn:r"><sheets><sheet name="People" sheetId="1" r:id="rId7"/></sheets></workbook>',
  });
}

const numbers = (...values: readonly [number, 2 | 4][]) => {
  const bytes = Buffer.alloc(values.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of values) at = bytes.writeUIntLE(value, at, size);
  return bytes;
};

/** An archive of files that are stored as they are. */
function zip(files: Record<string, string>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text);
    const facts = numbers(
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [crc32(data), 4],
      [data.length, 4],
      [data.length, 4],
      [name.length, 2],
      [0, 2],
    );
    const local = Buffer.concat([numbers([0x04034b50, 4], [20, 2]), facts, Buffer.from(name), data]);
    directory.push(
      numbers([0x02014b50, 4], [20, 2], [20, 2]),
      facts,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      Buffer.from(name),
    );
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [central.length, 4],
    [offset, 4],
    [0, 2],
  );
  return Buffer.concat([...bodies, central, end]);
}
