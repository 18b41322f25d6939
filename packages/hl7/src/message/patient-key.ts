import { decodeText } from './charset.ts';
import { unescapeText } from './escape.ts';
import type { MessageHeader } from './header.ts';
import { partOf, splitBy } from './parts.ts';

/** Who the message is about, as the sender numbers its patients: PID-3.1 and the namespace of PID-3.4. */
export type PatientKey =
  | { readonly kind: 'ok'; readonly identifier: string; readonly authority: string }
  | { readonly kind: 'no-pid' }
  /** There is a PID, and no repetition of its PID-3 has an identifier. */
  | { readonly kind: 'no-pid-3' };

const CR = 0x0d;
const LF = 0x0a;

/** Reads no more of the message than it must: runs once for each message before it is stored. */
export function readPatientKey(bytes: Uint8Array, header: MessageHeader): PatientKey {
  const separator = header.fieldSeparator.charCodeAt(0);
  const pid = findPid(bytes, header.endOffset, separator);
  if (pid === -1) return { kind: 'no-pid' };

  let field = 0;
  let from = pid;
  let to = pid;
  let everyBit = 0;
  for (; to < bytes.length; to++) {
    const byte = bytes[to] ?? CR;
    if (byte === CR || byte === LF) break;
    everyBit |= byte;
    if (byte !== separator) continue;
    if (field === 3) break;
    field++;
    from = to + 1;
  }
  if (field < 3) return { kind: 'no-pid-3' };
  // Beyond ASCII, the line is decoded as a whole, as a full parse does: in some charsets a delimiter can be half a letter.
  const text =
    everyBit > 0x7f
      ? partOf(decodeText(lineAt(bytes, pid), header.charset).text, header.fieldSeparator, 4)
      : decodeText(bytes.subarray(from, to), header.charset).text;
  return keyOf(text, header);
}

function keyOf(pid3: string, header: MessageHeader): PatientKey {
  const { charset, componentSeparator, subcomponentSeparator } = header;
  for (const repetition of splitBy(pid3, header.repetitionSeparator)) {
    const identifier = partOf(partOf(repetition, componentSeparator, 1), subcomponentSeparator, 1);
    if (identifier === '' || identifier === '""') continue;
    const assigner = partOf(repetition, componentSeparator, 4);
    // By its namespace, else by its universal id.
    const authority = partOf(assigner, subcomponentSeparator, 1) || partOf(assigner, subcomponentSeparator, 2);
    return {
      kind: 'ok',
      identifier: unescapeText(identifier, header, charset),
      authority: authority === '""' ? '' : unescapeText(authority, header, charset),
    };
  }
  return { kind: 'no-pid-3' };
}

function lineAt(bytes: Uint8Array, from: number): Uint8Array {
  let to = from;
  while (to < bytes.length && bytes[to] !== CR && bytes[to] !== LF) to++;
  return bytes.subarray(from, to);
}

/** Offset of the first segment named PID, or -1. */
function findPid(bytes: Uint8Array, from: number, separator: number): number {
  let atLineStart = false;
  for (let i = from; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === CR || byte === LF) atLineStart = true;
    else if (atLineStart) {
      atLineStart = false;
      if (byte === 0x50 && bytes[i + 1] === 0x49 && bytes[i + 2] === 0x44) {
        const next = i + 3 < bytes.length ? bytes[i + 3] : CR;
        if (next === separator || next === CR || next === LF) return i;
      }
    }
  }
  return -1;
}
