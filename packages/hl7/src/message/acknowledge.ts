import { encodeText, resolveCharset } from './charset.ts';
import { encodingCharacters, STANDARD_DELIMITERS } from './delimiters.ts';
import { escapeText } from './escape.ts';
import type { MessageHeader } from './header.ts';

/** HL7 table 0008. AA AE AR: original mode and application level; CA CE CR: enhanced mode, commit level. */
export type AcknowledgmentCode = 'AA' | 'AE' | 'AR' | 'CA' | 'CE' | 'CR';

export interface ErrorLocation {
  /** 'PID' */
  readonly segment: string;
  /** Which of the segments of that name, counted from 1. */
  readonly sequence: number;
  readonly field?: number;
  readonly repetition?: number;
  readonly component?: number;
  readonly subcomponent?: number;
}

export interface AcknowledgmentError {
  /** HL7 table 0357, '101'. */
  readonly code: string | number;
  /** Text for the user (ERR-8). The caller must not put patient data into it. */
  readonly text?: string;
  readonly location?: ErrorLocation;
  /** Severity by HL7 table 0516. Default: E. */
  readonly severity?: 'I' | 'W' | 'E' | 'F';
}

export interface AcknowledgmentInput {
  /** Header of the message that is answered; null when it could not be read. */
  readonly to: MessageHeader | null;
  readonly code: AcknowledgmentCode;
  /** MSH-10 of the acknowledgement itself. */
  readonly controlId: string;
  /** MSH-7, 'YYYYMMDDHHMMSS+ZZZZ'. */
  readonly dateTime: string;
  /** MSA-3. The caller must not put patient data into it. */
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

/** Returns a version in which we can answer as a number that can be compared: 2.3.1 is 231, 2.5 is 250. */
function comparableVersion(versionId: string): number {
  const [, minor, patch] = /^2\.(\d)(?:\.(\d))?/.exec(versionId) ?? [];
  return minor === undefined ? 250 : 200 + Number(minor) * 10 + Number(patch ?? 0);
}

/**
 * Builds the answer to a message, in the sender's delimiters, charset and version. MSH-3 to MSH-6, MSH-11, MSH-12, MSH-18 and the
 * control id are returned exactly as they were sent, with their escape sequences. Nothing else of the message can get into the
 * answer.
 */
export function buildAcknowledgment(input: AcknowledgmentInput): Uint8Array {
  const { to } = input;
  const delimiters = to ?? STANDARD_DELIMITERS;
  const charset = to?.headerCharset ?? resolveCharset('');
  const fs = delimiters.fieldSeparator;
  const cs = delimiters.componentSeparator;
  const escaped = (text: string): string => escapeText(text, delimiters, charset);
  // When the sender's delimiters could not be used, a field may contain the standard ones: then it is escaped like any text.
  const sameDelimiters = to !== null && to.fields[1] === fs && to.fields[2] === encodingCharacters(delimiters);
  const echo = (field: number): string => {
    const sent = to?.fields[field] ?? '';
    if (!sameDelimiters) return escaped(sent);
    // A byte that would end the frame must not be returned. A message that came over HTTP may contain one.
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

/** Returns ERR of version 2.5 and later: ERR-2 location, ERR-3 code, ERR-4 severity, ERR-8 text for the user. */
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

/** Returns ERR of versions up to 2.4: ERR-1 with segment, sequence, field, and the code as sub-components. */
function errorUpTo24(error: AcknowledgmentError, cs: string, ss: string, escaped: (text: string) => string): string {
  const at = error.location;
  const code = [escaped(String(error.code)), escaped(ERROR_CONDITIONS[error.code] ?? ''), 'HL70357'];
  const parts = [at?.segment, at?.sequence, at?.field].map((part) => escaped(String(part ?? '')));
  return [...parts, ss === '' ? (code[0] ?? '') : code.join(ss)].join(cs);
}

function line(fields: readonly string[], separator: string): string {
  return `${trimmed(fields, separator)}\r`;
}

/** Joins the parts, without empty ones at the end. */
function trimmed(parts: readonly string[], separator: string): string {
  let length = parts.length;
  while (length > 0 && parts[length - 1] === '') length--;
  return parts.slice(0, length).join(separator);
}
