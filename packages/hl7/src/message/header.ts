import type { Charset } from './charset.ts';
import { decodeText, resolveCharset } from './charset.ts';
import type { Delimiters } from './delimiters.ts';
import { readDelimiters, STANDARD_DELIMITERS } from './delimiters.ts';
import { unescapeText } from './escape.ts';

/** MSH, read without touching the rest of the message. Missing fields are ''. Texts are decoded and unescaped. */
export interface MessageHeader extends Delimiters {
  /** MSH-3.1; when that is empty the universal id MSH-3.2. */
  readonly sendingApplication: string;
  /** MSH-4.1; when that is empty the universal id MSH-4.2. */
  readonly sendingFacility: string;
  readonly receivingApplication: string;
  readonly receivingFacility: string;
  /** MSH-7.1 as sent; see readTimestamp. */
  readonly dateTime: string;
  /** MSH-9.1, 'ADT'. */
  readonly messageCode: string;
  /** MSH-9.2, 'A01'. */
  readonly triggerEvent: string;
  /** MSH-9.3, 'ADT_A01'. */
  readonly messageStructure: string;
  readonly controlId: string;
  /** MSH-11.1: P production, T training, D debugging. */
  readonly processingId: string;
  /** MSH-12.1, '2.5.1'. */
  readonly versionId: string;
  readonly acceptAcknowledgment: string;
  readonly applicationAcknowledgment: string;
  readonly countryCode: string;
  /** MSH-18, first repetition, as sent. */
  readonly characterSet: string;
  /** Every field as sent, escapes and all, by its number: fields[10] is MSH-10. fields[0] is 'MSH'. */
  readonly fields: readonly string[];
  /** Where MSH starts (a byte order mark or empty lines may come first) and where it ends, in bytes. */
  readonly startOffset: number;
  readonly endOffset: number;
}

export type HeaderFailureReason = 'empty' | 'no-msh' | 'utf-16' | 'bad-delimiters';

export interface HeaderFailure {
  readonly ok: false;
  readonly reason: HeaderFailureReason;
  /** One sentence for an engineer; never content of the message. */
  readonly text: string;
  /**
   * With 'bad-delimiters': what could be read, so that the sender can be answered. Its delimiters are the standard ones,
   * for those it came with cannot carry an answer.
   */
  readonly header: MessageHeader | null;
}

export type HeaderResult = { readonly ok: true; readonly header: MessageHeader } | HeaderFailure;

const CR = 0x0d;
const LF = 0x0a;

export function readHeader(bytes: Uint8Array): HeaderResult {
  const startOffset = skipToContent(bytes);
  if (startOffset === bytes.length) return failure('empty', 'The message is empty.');
  if (looksLikeUtf16(bytes, startOffset)) return failure('utf-16', 'The message is in UTF-16; send UTF-8.');
  if (bytes[startOffset] !== 0x4d || bytes[startOffset + 1] !== 0x53 || bytes[startOffset + 2] !== 0x48) {
    return failure('no-msh', 'The message does not start with an MSH segment.');
  }
  let endOffset = startOffset + 3;
  let everyBit = 0;
  for (; endOffset < bytes.length; endOffset++) {
    const byte = bytes[endOffset] ?? CR;
    if (byte === CR || byte === LF) break;
    everyBit |= byte;
  }
  const segment = bytes.subarray(startOffset, endOffset);
  let line = asciiText(segment);
  const separator = line.charAt(3);
  if (everyBit > 0x7f) line = decodeText(segment, charsetOfMsh(line, separator)).text;

  const fields = separator === '' ? ['MSH'] : line.split(separator);
  // MSH-1 is the separator itself, so that from here on an index is a field number.
  fields.splice(1, 0, separator);
  const delimiters = readDelimiters(separator, fields[2] ?? '');
  if (delimiters !== null) return { ok: true, header: headerOf(fields, delimiters, startOffset, endOffset) };
  if (/^[A-Z0-9 ]?$/i.test(separator)) return failure('no-msh', 'MSH is not followed by a field separator.');
  return {
    ok: false,
    reason: 'bad-delimiters',
    text: 'MSH-1 and MSH-2 must be different punctuation characters.',
    header: headerOf(fields, STANDARD_DELIMITERS, startOffset, endOffset),
  };
}

function headerOf(
  fields: readonly string[],
  delimiters: Delimiters,
  startOffset: number,
  endOffset: number,
): MessageHeader {
  const characterSet = before(fields[18] ?? '', delimiters.repetitionSeparator);
  const text = (raw: string): string =>
    delimiters.escapeCharacter !== '' && raw.includes(delimiters.escapeCharacter)
      ? unescapeText(raw, delimiters, resolveCharset(characterSet))
      : raw === '""'
        ? ''
        : raw;
  const component = (field: number): string => text(before(fields[field] ?? '', delimiters.componentSeparator));
  const name = (field: number): string => component(field) || text(nth(fields[field] ?? '', delimiters, 2));
  const messageType = (fields[9] ?? '').split(delimiters.componentSeparator);
  return {
    fieldSeparator: delimiters.fieldSeparator,
    componentSeparator: delimiters.componentSeparator,
    repetitionSeparator: delimiters.repetitionSeparator,
    escapeCharacter: delimiters.escapeCharacter,
    subcomponentSeparator: delimiters.subcomponentSeparator,
    truncationCharacter: delimiters.truncationCharacter,
    sendingApplication: name(3),
    sendingFacility: name(4),
    receivingApplication: name(5),
    receivingFacility: name(6),
    dateTime: component(7),
    messageCode: text(messageType[0] ?? ''),
    triggerEvent: text(messageType[1] ?? ''),
    messageStructure: text(messageType[2] ?? ''),
    controlId: text(fields[10] ?? ''),
    processingId: component(11),
    versionId: component(12),
    acceptAcknowledgment: component(15),
    applicationAcknowledgment: component(16),
    countryCode: component(17),
    characterSet,
    fields,
    startOffset,
    endOffset,
  };
}

function failure(reason: HeaderFailureReason, text: string): HeaderFailure {
  return { ok: false, reason, text, header: null };
}

/** Over a UTF-8 byte order mark and empty lines. */
function skipToContent(bytes: Uint8Array): number {
  let offset = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (offset < bytes.length && (bytes[offset] === CR || bytes[offset] === LF)) offset++;
  return offset;
}

function looksLikeUtf16(bytes: Uint8Array, offset: number): boolean {
  const first = bytes[offset];
  const second = bytes[offset + 1];
  if (first === 0xff) return second === 0xfe;
  if (first === 0xfe) return second === 0xff;
  return (first === 0x4d && second === 0) || (first === 0 && second === 0x4d);
}

/** Byte by byte into a string: for some hundred bytes this is faster than any decoder. */
function asciiText(bytes: Uint8Array): string {
  return bytes.length <= 4096
    ? String.fromCharCode.apply(null, bytes as unknown as number[])
    : decodeText(bytes, resolveCharset('8859/1')).text;
}

function charsetOfMsh(line: string, separator: string): Charset {
  const declared = line.split(separator)[17] ?? '';
  return resolveCharset(before(declared, line.charAt(5)));
}

function before(text: string, delimiter: string): string {
  const end = delimiter === '' ? -1 : text.indexOf(delimiter);
  return end === -1 ? text : text.slice(0, end);
}

function nth(text: string, delimiters: Delimiters, component: number): string {
  return text.split(delimiters.componentSeparator)[component - 1] ?? '';
}
