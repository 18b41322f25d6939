import { expect, it } from 'vitest';
import { markFormula, unmarkFormula } from './mark-formula.ts';

const DANGEROUS = [
  '=HYPERLINK("x")',
  "+1+cmd|' /C calc'!A0",
  '-2+3',
  '-5',
  '-.5',
  '+5',
  '-',
  '@SUM(A1)',
  '\tTab',
  '\r=1',
  '\nLine',
  '  =1+1',
  '\u00a0=1+1',
  '\ufeff=1+1',
  '\u200b=1+1',
  '"=1+1"',
  "'=1+1",
  '" =1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '﹦1',
  '+353 87 123 4567',
  '+447700900123=1',
  '+447700900123\n=1',
];
const HARMLESS = ['', 'Una', 'Una = Bram', 'una@example.org', "O'Neill", '"Una"', '5', '2026-11-22', '+447700900123'];

it.each(DANGEROUS)('%j is marked as text', (text) => {
  expect(markFormula(text)).toBe(`'${text}`);
});

it.each(HARMLESS)('%j is written as it is', (text) => {
  expect(markFormula(text)).toBe(text);
});

it.each([...DANGEROUS, ...HARMLESS])('%j is the same after it was written and read', (text) => {
  expect(unmarkFormula(markFormula(text))).toBe(text);
});

it('a phone number that a spreadsheet marked as text is read without the mark', () => {
  expect(unmarkFormula("'+447700900123")).toBe('+447700900123');
});
