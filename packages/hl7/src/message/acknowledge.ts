import { encodeText, resolveCharset } from './charset.ts';
import { encodingCharacters, STANDARD_DELIMITERS } from './delimiters.ts';
import { escapeText } from './escape.ts';
import type { MessageHeader } from './header.ts';

/** HL7 table 0008. AA AE AR: original mode and application level; CA CE CR: enhanced mode, commit level. */
export type AcknowledgmentCode = 'AA' | 'AE' | 'AR' | 'CA' | 'CE' | 'CR';

export interface ErrorLocation {
  /** 'PID' */
  readonly segment: string;
  /** Which of the segments of that name, from 1. */
  readonly sequence: number;
  readonly field?: number;
  readonly repetition?: number;
  readonly component?: number;
  readonly subcomponent?: number;
}

export interface AcknowledgmentError {
  /** HL7 table 0357, '101'. */
  readonly code: string | number;
  /** For the person who reads it (ERR-8); the caller keeps patient data out of it. */
  readonly text?: string;
  readonly location?: ErrorLocation;
  /** HL7 table 0516; E when not said. */
  readonly severity?: 'I' | 'W' | 'E' | 'F';
}

export interface AcknowledgmentInput {
  /** Whom to answer; null when no header could be read. */
  readonly to: MessageHeader | null;
  readonly code: AcknowledgmentCode;
  /** MSH-10 of the acknowledgement itself. */
  readonly controlId: string;
  /** MSH-7, 'YYYYMMDDHHMMSS+ZZZZ'. */
  readonly dateTime: string;
  /** MSA-3; the caller keeps patient data out of it. */
  readonly text?: string;
  readonly errors?: readonly AcknowledgmentError[];
}

/** HL7 table 0357, message error condition codes. */
export const ERROR_CONDITIONS: Readonly<Record<string, string>> = {
  '0': 'Message accepted',
  '100': 'Segment sequence error',
  '101': 'Required field missing',
  '102': 'Data type error',
  '103': 'Table value not found',
  '104': 'Value too long',
  '200': 'Unsupported message type',
  '201': 'Unsupported event code',
  '202': 'Unsupported processing id',
  '203': 'Unsupported version id',
  '204': 'Unknown key identifier',
  '205': 'Duplicate key identifier',
  '206': 'Application record locked',
  '207': 'Application internal error',
};

/** A version we can answer in, as a number that compares: 2.3.1 is 231, 2.5 is 250. */
function comparableVersion(versionId: string): number {
  const [, minor, patch] = /^2\.(\d)(?:\.(\d))?/.exec(versionId) ?? [];
  return minor === undefined ? 250 : 200 + Number(minor) * 10 + Number(patch ?? 0);
}

/**
 * The answer to a message, in the sender's delimiters, charset and version. What is echoed (the four names of MSH, MSH-11,
 * MSH-12, MSH-18, the control id) goes back as it came, escapes and all. Nothing of the rest of the message can get in.
 */
export function buildAcknowledgment(input: AcknowledgmentInput): Uint8Array {
  const { to } = input;
  const delimiters = to ?? STANDARD_DELIMITERS;
  const charset = to?.headerCharset ?? resolveCharset('');
  const fs = delimiters.fieldSeparator;
  const cs = delimiters.componentSeparator;
  const escaped = (text: string): string => escapeText(text, delimiters, charset);
  // With delimiters of its own that could not be used, a raw field may hold ours: then it is escaped like any text.
  const sameDelimiters = to !== null && to.fields[1] === fs && to.fields[2] === encodingCharacters(delimiters);
  const echo = (field: number): string => {
    const sent = to?.fields[field] ?? '';
    if (!sameDelimiters) return escaped(sent);
    // Never a byte that would end the frame; it can be in what came over HTTP.
    return sent.replaceAll('\x0b', escaped).replaceAll('\x1c', escaped);
  };
  const versionId = /^2\.\d/.test(to?.versionId ?? '') ? echo(12) : '2.5';
  const version = comparableVersion(to?.versionId ?? '');

  const messageType = ['ACK'];
  if (version >= 230 && to !== null && to.triggerEvent !== '') messageType.push(escaped(to.triggerEvent));
  if (version >= 231 && messageType.length === 2) messageType.push('ACK');
  const msh = [
    'MSH',
    encodingCharacters(delimiters),
    echo(5),
    echo(6),
    echo(3),
    echo(4),
    escaped(input.dateTime),
    '',
    messageType.join(cs),
    escaped(input.controlId),
    echo(11) || 'P',
    versionId,
    '',
    '',
    '',
    '',
    '',
    echo(18),
  ];
  const segments = [line(msh, fs), line(['MSA', input.code, echo(10), escaped(input.text ?? '')], fs)];
  const errors = input.errors ?? [];
  if (version >= 250) for (const error of errors) segments.push(line(errorFrom25(error, cs, escaped), fs));
  else if (errors.length > 0) {
    const all = errors.map((error) => errorUpTo24(error, cs, delimiters.subcomponentSeparator, escaped));
    segments.push(
      line(
        ['ERR', delimiters.repetitionSeparator === '' ? (all[0] ?? '') : all.join(delimiters.repetitionSeparator)],
        fs,
      ),
    );
  }
  return encodeText(segments.join(''), charset);
}

/** ERR-2 location, ERR-3 code, ERR-4 severity, ERR-8 text for the user. */
function errorFrom25(error: AcknowledgmentError, cs: string, escaped: (text: string) => string): string[] {
  const at = error.location;
  const parts = [at?.segment, at?.sequence, at?.field, at?.repetition, at?.component, at?.subcomponent];
  const location = trimmed(
    parts.map((part) => escaped(String(part ?? ''))),
    cs,
  );
  const code = [escaped(String(error.code)), escaped(ERROR_CONDITIONS[error.code] ?? ''), 'HL70357'].join(cs);
  return ['ERR', '', location, code, error.severity ?? 'E', '', '', '', escaped(error.text ?? '')];
}

/** ERR-1: segment, sequence, field, and the code as sub-components. */
function errorUpTo24(error: AcknowledgmentError, cs: string, ss: string, escaped: (text: string) => string): string {
  const at = error.location;
  const code = [escaped(String(error.code)), escaped(ERROR_CONDITIONS[error.code] ?? ''), 'HL70357'];
  const parts = [at?.segment, at?.sequence, at?.field].map((part) => escaped(String(part ?? '')));
  return [...parts, ss === '' ? (code[0] ?? '') : code.join(ss)].join(cs);
}

function line(fields: readonly string[], separator: string): string {
  return `${trimmed(fields, separator)}\r`;
}

/** Joined, without empty ones at the end. */
function trimmed(parts: readonly string[], separator: string): string {
  let length = parts.length;
  while (length > 0 && parts[length - 1] === '') length--;
  return parts.slice(0, length).join(separator);
}
