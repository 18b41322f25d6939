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
  const separator = String.fromCharCode(bytes[startOffset + 3] ?? 0);
  const line = lineOf(bytes.subarray(startOffset, endOffset), everyBit > 0x7f, separator);
  const fields = line.split(separator);
  // MSH-1 is the separator itself, so that from here on an index is a field number.
  fields.splice(1, 0, separator);
  const delimiters = readDelimiters(separator, fields[2] ?? '');
  if (delimiters !== null) return { ok: true, header: headerOf(fields, delimiters, startOffset, endOffset) };
  if (/^[A-Z0-9 \0]$/i.test(separator)) return failure('no-msh', 'MSH is not followed by a field separator.');
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
  const { componentSeparator } = delimiters;
  const characterSet = before(fields[18] ?? '', delimiters.repetitionSeparator);
  const messageType = (fields[9] ?? '').split(componentSeparator);
  return {
    fieldSeparator: delimiters.fieldSeparator,
    componentSeparator,
    repetitionSeparator: delimiters.repetitionSeparator,
    escapeCharacter: delimiters.escapeCharacter,
    subcomponentSeparator: delimiters.subcomponentSeparator,
    truncationCharacter: delimiters.truncationCharacter,
    sendingApplication: name(fields[3], delimiters, characterSet),
    sendingFacility: name(fields[4], delimiters, characterSet),
    receivingApplication: name(fields[5], delimiters, characterSet),
    receivingFacility: name(fields[6], delimiters, characterSet),
    dateTime: component(fields[7], delimiters, characterSet),
    messageCode: unescaped(messageType[0], delimiters, characterSet),
    triggerEvent: unescaped(messageType[1], delimiters, characterSet),
    messageStructure: unescaped(messageType[2], delimiters, characterSet),
    controlId: unescaped(fields[10], delimiters, characterSet),
    processingId: component(fields[11], delimiters, characterSet),
    versionId: component(fields[12], delimiters, characterSet),
    acceptAcknowledgment: component(fields[15], delimiters, characterSet),
    applicationAcknowledgment: component(fields[16], delimiters, characterSet),
    countryCode: component(fields[17], delimiters, characterSet),
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

function lineOf(segment: Uint8Array, beyondAscii: boolean, separator: string): string {
  if (!beyondAscii) return decodeText(segment, resolveCharset('')).text;
  // MSH-18 says how to read the bytes that it is written in; itself it is ASCII.
  const line = decodeText(segment, resolveCharset('8859/1')).text;
  const declared = before(line.split(separator)[17] ?? '', line.charAt(5));
  return decodeText(segment, resolveCharset(declared)).text;
}

// No closures below: this runs for every message before anything else does.

function unescaped(raw: string | undefined, delimiters: Delimiters, characterSet: string): string {
  if (raw === undefined || raw === '""') return '';
  if (delimiters.escapeCharacter === '' || !raw.includes(delimiters.escapeCharacter)) return raw;
  return unescapeText(raw, delimiters, resolveCharset(characterSet));
}

function component(raw: string | undefined, delimiters: Delimiters, characterSet: string): string {
  return raw === undefined ? '' : unescaped(before(raw, delimiters.componentSeparator), delimiters, characterSet);
}

function name(raw: string | undefined, delimiters: Delimiters, characterSet: string): string {
  const namespace = component(raw, delimiters, characterSet);
  if (namespace !== '' || raw === undefined) return namespace;
  return unescaped(raw.split(delimiters.componentSeparator)[1], delimiters, characterSet);
}

function before(whole: string, delimiter: string): string {
  const end = delimiter === '' ? -1 : whole.indexOf(delimiter);
  return end === -1 ? whole : whole.slice(0, end);
}
