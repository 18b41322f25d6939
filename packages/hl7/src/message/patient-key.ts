import { decodeText, resolveCharset } from './charset.ts';
import { unescapeText } from './escape.ts';
import type { MessageHeader } from './header.ts';

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
  for (; to <= bytes.length; to++) {
    const byte = to < bytes.length ? bytes[to] : CR;
    const ended = byte === CR || byte === LF;
    if (!ended && byte !== separator) continue;
    if (field === 3) break;
    if (ended) return { kind: 'no-pid-3' };
    field++;
    from = to + 1;
  }
  if (from === to) return { kind: 'no-pid-3' };
  return keyOf(bytes.subarray(from, to), header);
}

function keyOf(pid3: Uint8Array, header: MessageHeader): PatientKey {
  const charset = resolveCharset(header.characterSet);
  const text = decodeText(pid3, charset).text;
  const repetitions = header.repetitionSeparator === '' ? [text] : text.split(header.repetitionSeparator);
  for (const repetition of repetitions) {
    const components = repetition.split(header.componentSeparator);
    const identifier = first(components[0] ?? '', header.subcomponentSeparator);
    if (identifier === '' || identifier === '""') continue;
    const authority = components[3] ?? '';
    const parts = header.subcomponentSeparator === '' ? [authority] : authority.split(header.subcomponentSeparator);
    return {
      kind: 'ok',
      identifier: unescapeText(identifier, header, charset),
      // A namespace of its own, else the universal id.
      authority: unescapeText(parts[0] || (parts[1] ?? ''), header, charset),
    };
  }
  return { kind: 'no-pid-3' };
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

function first(text: string, delimiter: string): string {
  const end = delimiter === '' ? -1 : text.indexOf(delimiter);
  return end === -1 ? text : text.slice(0, end);
}
