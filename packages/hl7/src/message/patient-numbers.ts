import { decodeText } from './charset.ts';
import { unescapeText } from './escape.ts';
import type { MessageHeader } from './header.ts';
import { partOf, splitBy } from './parts.ts';

/** The numbers of every person and visit that a message is about, as its sender wrote them. */
export type PatientNumbers =
  | { readonly kind: 'ok'; readonly numbers: readonly string[] }
  | { readonly kind: 'no-pid' }
  /** There is a PID, and no repetition of PID-3 in the first one has an identifier. */
  | { readonly kind: 'no-pid-3' };

/**
 * Fields that contain numbers of a person or a visit: PID-2, PID-3, PID-4 and the mother's in PID-21 of every PID; MRG-1, MRG-2,
 * MRG-4 and MRG-5 of what was merged, linked or moved; PV1-19 of the visit. Each is a CX, whose first component is the number.
 */
const NUMBER_FIELDS = [
  { name: [0x50, 0x49, 0x44], fields: [2, 3, 4, 21] },
  { name: [0x4d, 0x52, 0x47], fields: [1, 2, 4, 5] },
  { name: [0x50, 0x56, 0x31], fields: [19] },
] as const;
const PID = NUMBER_FIELDS[0];
const PATIENT_IDENTIFIER_LIST = 3;

const CR = 0x0d;
const LF = 0x0a;

/** Reads no more of the message than necessary, because it runs for every message before it is stored. */
export function readPatientNumbers(bytes: Uint8Array, header: MessageHeader): PatientNumbers {
  const separator = header.fieldSeparator.charCodeAt(0);
  const numbers = new Set<string>();
  let isPatientNamed: boolean | null = null;
  for (let from = nextLine(bytes, header.endOffset); from < bytes.length; from = nextLine(bytes, from)) {
    const segment = segmentAt(bytes, from, separator);
    if (!segment) continue;
    for (const [index, text] of readFields(bytes, from, segment.fields, header).entries()) {
      const found = text === '' ? [] : numbersOf(text, header);
      for (const number of found) numbers.add(number);
      if (segment === PID && segment.fields[index] === PATIENT_IDENTIFIER_LIST) isPatientNamed ??= found.length > 0;
    }
  }
  if (isPatientNamed === null) return { kind: 'no-pid' };
  return isPatientNamed ? { kind: 'ok', numbers: [...numbers] } : { kind: 'no-pid-3' };
}

/**
 * Returns fields of the first PID, decoded and otherwise as sent; null without a PID. The numbers must be in ascending order. It
 * is for what must be known of a patient before a message is stored.
 */
export function readPidFields(
  bytes: Uint8Array,
  header: MessageHeader,
  fields: readonly number[],
): readonly string[] | null {
  const separator = header.fieldSeparator.charCodeAt(0);
  for (let from = nextLine(bytes, header.endOffset); from < bytes.length; from = nextLine(bytes, from))
    if (segmentAt(bytes, from, separator) === PID) return readFields(bytes, from, fields, header);
  return null;
}

/** Returns the offset after the next line break; the length of the message when there is none. */
function nextLine(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== CR && bytes[at] !== LF) at++;
  while (at < bytes.length && (bytes[at] === CR || bytes[at] === LF)) at++;
  return at;
}

function segmentAt(bytes: Uint8Array, from: number, separator: number) {
  const next = from + 3 < bytes.length ? bytes[from + 3] : CR;
  if (next !== separator && next !== CR && next !== LF) return undefined;
  return NUMBER_FIELDS.find(
    ({ name }) => bytes[from] === name[0] && bytes[from + 1] === name[1] && bytes[from + 2] === name[2],
  );
}

/**
 * Returns the texts of these fields of the segment that begins here; '' for a field that was not sent. The numbers must be in
 * ascending order.
 */
function readFields(
  bytes: Uint8Array,
  from: number,
  wanted: readonly number[],
  { fieldSeparator, charset }: MessageHeader,
): string[] {
  const separator = fieldSeparator.charCodeAt(0);
  const texts: string[] = [];
  let field = 0;
  let start = from;
  let everyBit = 0;
  let end = from;
  for (; texts.length < wanted.length; end++) {
    const byte = end < bytes.length ? (bytes[end] ?? CR) : CR;
    const isEnd = byte === CR || byte === LF;
    everyBit |= byte;
    if (byte !== separator && !isEnd) continue;
    if (field === wanted[texts.length])
      texts.push(end > start ? decodeText(bytes.subarray(start, end), charset).text : '');
    if (isEnd) break;
    field++;
    start = end + 1;
  }
  if (everyBit > 0x7f) {
    // A line that is not ASCII is decoded as a whole, as a full parse does: in some charsets the byte of a delimiter can be half
    // a character.
    const line = decodeText(bytes.subarray(from, endOfLine(bytes, from)), charset).text;
    return wanted.map((number) => partOf(line, fieldSeparator, number + 1));
  }
  while (texts.length < wanted.length) texts.push('');
  return texts;
}

function endOfLine(bytes: Uint8Array, from: number): number {
  let to = from;
  while (to < bytes.length && bytes[to] !== CR && bytes[to] !== LF) to++;
  return to;
}

/** Returns CX.1 of each repetition that has one. */
function numbersOf(field: string, header: MessageHeader): string[] {
  const { charset, componentSeparator, subcomponentSeparator, repetitionSeparator } = header;
  const numbers: string[] = [];
  for (const repetition of splitBy(field, repetitionSeparator)) {
    const number = partOf(partOf(repetition, componentSeparator, 1), subcomponentSeparator, 1);
    if (number !== '' && number !== '""') numbers.push(unescapeText(number, header, charset));
  }
  return numbers;
}
