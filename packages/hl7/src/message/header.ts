import type { Charset } from './charset.ts';
import { decodeText, resolveCharset } from './charset.ts';
import type { Delimiters } from './delimiters.ts';
import { readDelimiters, STANDARD_DELIMITERS } from './delimiters.ts';
import { unescapeText } from './escape.ts';
import { partOf } from './parts.ts';

/** The fields of MSH, read without the rest of the message. Missing fields are ''. Texts are decoded and unescaped. */
export interface MessageHeader extends Delimiters {
  /** MSH-3.1; when that is empty, the universal id MSH-3.2. */
  readonly sendingApplication: string;
  /** MSH-4.1; when that is empty, the universal id MSH-4.2. */
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
  /** The first repetition of MSH-18, as sent. */
  readonly characterSet: string;
  /** The charset that MSH-18 declares. */
  readonly charset: Charset;
  /**
   * The charset with which MSH itself was read, so that its fields can be returned byte for byte. It differs when `charset` could
   * not read MSH.
   */
  readonly headerCharset: Charset;
  /** Every field as sent, with its escape sequences, by its number: fields[10] is MSH-10. fields[0] is 'MSH'. */
  readonly fields: readonly string[];
  /** The bytes at which MSH begins (after a byte order mark or empty lines) and ends. */
  readonly startOffset: number;
  readonly endOffset: number;
}

export type HeaderFailureReason = 'empty' | 'no-msh' | 'utf-16' | 'bad-delimiters';

export interface HeaderFailure {
  readonly ok: false;
  readonly reason: HeaderFailureReason;
  /** One sentence for an engineer. It never contains content of the message. */
  readonly text: string;
  /**
   * With 'bad-delimiters': what could be read, so that the sender can be answered. It has the standard delimiters, because an
   * answer cannot be written with the sender's.
   */
  readonly header: MessageHeader | null;
}

export type HeaderResult = { readonly ok: true; readonly header: MessageHeader } | HeaderFailure;

const CR = 0x0d;
const LF = 0x0a;

/** Maximum number of fields, far more than MSH has in any version. */
export const MAX_MSH_FIELDS = 64;

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
  const segment = bytes.subarray(startOffset, endOffset);
  let fields = decodeText(segment, everyBit > 0x7f ? LATIN_1 : ASCII).text.split(separator, MAX_MSH_FIELDS);
  const charset = declaredCharset(fields);
  let headerCharset = charset;
  if (everyBit > 0x7f) {
    // MSH-18 itself is ASCII, so it could be read before the rest.
    const asDeclared = decodeText(segment, charset);
    const decoded = asDeclared.broken && charset.label === 'utf-8' ? decodeText(segment, LATIN_1) : asDeclared;
    fields = decoded.text.split(separator, MAX_MSH_FIELDS);
    headerCharset = { label: decoded.label, known: charset.known };
  }
  // MSH-1 is the separator itself. With it, the index of each field is its number.
  fields.splice(1, 0, separator);
  const delimiters = readDelimiters(separator, fields[2] ?? '');
  const read = { fields, charset, headerCharset, startOffset, endOffset };
  if (delimiters !== null) return { ok: true, header: headerOf(read, delimiters) };
  if (/^[A-Z0-9 \0]$/i.test(separator)) return failure('no-msh', 'MSH is not followed by a field separator.');
  return {
    ok: false,
    reason: 'bad-delimiters',
    text: 'MSH-1 and MSH-2 must be different punctuation characters.',
    header: headerOf(read, STANDARD_DELIMITERS),
  };
}

type Read = Pick<MessageHeader, 'fields' | 'charset' | 'headerCharset' | 'startOffset' | 'endOffset'>;

function headerOf(read: Read, delimiters: Delimiters): MessageHeader {
  const { fields, headerCharset: charset } = read;
  const messageType = fields[9] ?? '';
  return {
    fieldSeparator: delimiters.fieldSeparator,
    componentSeparator: delimiters.componentSeparator,
    repetitionSeparator: delimiters.repetitionSeparator,
    escapeCharacter: delimiters.escapeCharacter,
    subcomponentSeparator: delimiters.subcomponentSeparator,
    truncationCharacter: delimiters.truncationCharacter,
    sendingApplication: name(fields[3], delimiters, charset),
    sendingFacility: name(fields[4], delimiters, charset),
    receivingApplication: name(fields[5], delimiters, charset),
    receivingFacility: name(fields[6], delimiters, charset),
    dateTime: component(fields[7], 1, delimiters, charset),
    messageCode: component(messageType, 1, delimiters, charset),
    triggerEvent: component(messageType, 2, delimiters, charset),
    messageStructure: component(messageType, 3, delimiters, charset),
    controlId: unescaped(fields[10] ?? '', delimiters, charset),
    processingId: component(fields[11], 1, delimiters, charset),
    versionId: component(fields[12], 1, delimiters, charset),
    acceptAcknowledgment: component(fields[15], 1, delimiters, charset),
    applicationAcknowledgment: component(fields[16], 1, delimiters, charset),
    countryCode: component(fields[17], 1, delimiters, charset),
    characterSet: partOf(fields[18] ?? '', delimiters.repetitionSeparator, 1),
    charset: read.charset,
    headerCharset: charset,
    fields,
    startOffset: read.startOffset,
    endOffset: read.endOffset,
  };
}

function failure(reason: HeaderFailureReason, text: string): HeaderFailure {
  return { ok: false, reason, text, header: null };
}

/** Returns the offset after a UTF-8 byte order mark and empty lines. */
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

/** `fields` does not contain MSH-1 yet, so MSH-18 has the index 17. */
function declaredCharset(fields: readonly string[]): Charset {
  return resolveCharset(partOf(fields[17] ?? '', fields[1]?.charAt(1) ?? '', 1));
}

const ASCII = resolveCharset('');
const LATIN_1 = resolveCharset('8859/1');

// The functions below use no closures, because they run for every message before anything else.

function unescaped(raw: string, delimiters: Delimiters, charset: Charset): string {
  return raw === '""' ? '' : unescapeText(raw, delimiters, charset);
}

function component(raw: string | undefined, number: number, delimiters: Delimiters, charset: Charset): string {
  if (raw === undefined || raw === '') return '';
  return unescaped(partOf(raw, delimiters.componentSeparator, number), delimiters, charset);
}

/** Returns the name in an HD: the namespace, else the universal id. */
function name(raw: string | undefined, delimiters: Delimiters, charset: Charset): string {
  return component(raw, 1, delimiters, charset) || component(raw, 2, delimiters, charset);
}
