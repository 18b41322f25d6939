import type { Charset } from './charset.ts';
import { decodeText, encodeText } from './charset.ts';
import type { Delimiters } from './delimiters.ts';

/**
 * Replaces the escape sequences of HL7 v2.5.1 §2.7 once, from left to right.
 *
 * Highlighting (\H\ \N\) and layout (\.fi\ \.nf\) have no meaning in plain text and are removed; \.br\ \.sp\ and \.ce\ become
 * line ends. \X..\ is bytes in the message's charset. Charset switches (\C..\ \M..\), local sequences (\Z..\) and sequences that
 * are unknown or incomplete stay as they were sent.
 */
export function unescapeText(text: string, delimiters: Delimiters, charset: Charset): string {
  const escape = delimiters.escapeCharacter;
  if (escape === '') return text;
  let open = text.indexOf(escape);
  if (open === -1) return text;
  let result = '';
  let copied = 0;
  while (open !== -1) {
    const close = text.indexOf(escape, open + 1);
    if (close === -1) break;
    const replacement = replacementFor(text.slice(open + 1, close), delimiters, charset);
    if (replacement === null) {
      // This is a single escape character and not a sequence. The next escape character may begin a real one.
      open = close;
      continue;
    }
    result += text.slice(copied, open) + replacement;
    copied = close + 1;
    open = text.indexOf(escape, copied);
  }
  return result + text.slice(copied);
}

function replacementFor(sequence: string, delimiters: Delimiters, charset: Charset): string | null {
  switch (sequence) {
    case 'F':
      return delimiters.fieldSeparator;
    case 'S':
      return delimiters.componentSeparator;
    case 'T':
      return delimiters.subcomponentSeparator;
    case 'R':
      return delimiters.repetitionSeparator;
    case 'E':
      return delimiters.escapeCharacter;
    case 'P':
      return delimiters.truncationCharacter === '' ? null : delimiters.truncationCharacter;
    case 'H':
    case 'N':
      return '';
  }
  switch (sequence.charAt(0)) {
    case 'X':
      return hexText(sequence.slice(1), charset);
    case 'C':
    case 'M':
    case 'Z':
      return /^(?:C[0-9A-F]{4}|M[0-9A-F]{4}(?:[0-9A-F]{2})?|Z[0-9A-Za-z]*)$/.test(sequence)
        ? delimiters.escapeCharacter + sequence + delimiters.escapeCharacter
        : null;
    case '.':
      return layout(sequence.slice(1));
  }
  return null;
}

function hexText(hex: string, charset: Charset): string | null {
  if (hex.length === 0 || hex.length % 2 !== 0 || !/^[0-9A-Fa-f]+$/.test(hex)) return null;
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  const { text, broken } = decodeText(bytes, charset);
  return broken && charset.label !== 'windows-1252' ? null : text;
}

function layout(command: string): string | null {
  const [, name, count] = /^(br|sp|in|ti|fi|nf|ce|sk)\s*([+-]?\d{1,2})?$/.exec(command) ?? [];
  if (name === undefined) return null;
  switch (name) {
    case 'br':
    case 'ce':
      return '\n';
    case 'sp':
      return '\n'.repeat(Math.abs(Number(count ?? 1)));
    case 'sk':
      return ' '.repeat(Math.abs(Number(count ?? 1)));
    default:
      // Indents, and filling switched on or off.
      return '';
  }
}

/** Writes any text as the content of one sub-component. `unescapeText` returns the same text. */
export function escapeText(text: string, delimiters: Delimiters, charset: Charset): string {
  const escape = delimiters.escapeCharacter;
  // A text of two quotation marks would be read as the request to delete the value.
  if (text === '""') return escape === '' ? '' : `${escape}X2222${escape}`;
  if (isPlain(text, delimiters)) return text;
  let result = '';
  for (const character of text) result += escapeCharacter(character, delimiters, charset);
  return result;
}

function isPlain(text: string, delimiters: Delimiters): boolean {
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (
      character < ' ' ||
      character === delimiters.fieldSeparator ||
      character === delimiters.componentSeparator ||
      character === delimiters.repetitionSeparator ||
      character === delimiters.escapeCharacter ||
      character === delimiters.subcomponentSeparator ||
      character === delimiters.truncationCharacter
    )
      return false;
  }
  return true;
}

function escapeCharacter(character: string, delimiters: Delimiters, charset: Charset): string {
  const escape = delimiters.escapeCharacter;
  let sequence = '';
  if (character === delimiters.fieldSeparator) sequence = 'F';
  else if (character === delimiters.componentSeparator) sequence = 'S';
  else if (character === delimiters.subcomponentSeparator) sequence = 'T';
  else if (character === delimiters.repetitionSeparator) sequence = 'R';
  else if (character === escape) sequence = 'E';
  else if (character === delimiters.truncationCharacter) sequence = 'P';
  else if (character < ' ') sequence = `X${hexOf(encodeText(character, charset))}`;
  else return character;
  return escape === '' ? ' ' : escape + sequence + escape;
}

function hexOf(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).toUpperCase().padStart(2, '0');
  return hex;
}
