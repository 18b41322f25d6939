import { markFormula } from './mark-formula.ts';

export type Cell = string | number | boolean | Date | null | undefined;

/**
 * Returns the value as a cell. A text that a spreadsheet would execute as a formula is marked as text; a number never is.
 * Texts with any of the usual separators are quoted, because a spreadsheet may expect another one than the comma.
 */
export function cell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'string' ? markFormula(value) : String(value);
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
