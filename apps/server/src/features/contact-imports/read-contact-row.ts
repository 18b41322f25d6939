import { isEmail, type contactImports } from '@wardvoice/contract';
import { unmarkFormula } from '../../platform/http/mark-formula.ts';
import { readPhone } from '../contacts/index.ts';
import { readLanguage } from '../patient-events/index.ts';
import type { FileRow } from './read-csv.ts';

export interface ContactRow {
  /** null when no name was given; a new contact then gets an address or a number as its name. */
  name: string | null;
  email: string | null;
  phone: string | null;
  language: string | null;
  external_id: string | null;
}

export type ReadRow = { contact: ContactRow } | { problem: contactImports.RowProblem };

interface Reading {
  columns: contactImports.ImportColumns;
  /** Number of cells in the header. */
  width: number;
  country: string;
}

export function readContactRow({ cells, isCutOff }: FileRow, { columns, width, country }: Reading): ReadRow {
  if (isCutOff && cells.length < width) return { problem: 'cut_off' };
  if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))
    return { problem: 'too_many_cells' };
  const of = (field: contactImports.ImportField) => {
    const column = columns[field];
    return column === undefined ? '' : plainText(cells[column] ?? '');
  };
  const name = of('name') || [of('given_name'), of('family_name')].filter(Boolean).join(' ');
  const email = of('email');
  const phone = of('phone');
  const external_id = of('external_id');
  if (!email && !phone && !external_id) return { problem: 'nobody' };
  if (email && !isEmail(email)) return { problem: 'email_invalid' };
  if (name.length > 200) return { problem: 'name_too_long' };
  if (external_id.length > 100) return { problem: 'external_id_too_long' };
  const number = phone ? readPhone(phone, country) : null;
  if (phone && !number) return { problem: 'phone_invalid' };
  return {
    contact: {
      name: name || null,
      email: email || null,
      phone: number,
      language: readLanguage({ identifier: of('language'), text: null }) ?? null,
      external_id: external_id || null,
    },
  };
}

/** Removes characters that the database cannot store, and the apostrophe by which a file marks a cell as text. */
function plainText(cell: string): string {
  const text = cell.includes('\0') ? cell.replaceAll('\0', '') : cell;
  return unmarkFormula(text.trim()).trim();
}
