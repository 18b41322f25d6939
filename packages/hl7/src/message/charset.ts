// Reads MSH-18 by HL7 table 0211, and by what senders write there instead.

// The two classes of the platform that this package uses. They are declared here so that it needs neither DOM nor Node types.
declare const TextDecoder: new (
  label: string,
  options?: { fatal?: boolean; ignoreBOM?: boolean },
) => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/**
 * `label`: a WHATWG encoding label; 'ascii' when the sender promised nothing above 0x7F.
 * `known`: false when MSH-18 names a charset that we cannot decode.
 */
export interface Charset {
  readonly label: string;
  readonly known: boolean;
}

export interface DecodedText {
  readonly text: string;
  /**
   * True when the text is not in the charset: it was read in another one (see label), or some bytes were. Bytes that are no UTF-8 are
   * read as Windows-1252, those of other charsets of several bytes are U+FFFD.
   */
  readonly broken: boolean;
  /** The charset with which the text was really read. */
  readonly label: string;
}

type Decoder = InstanceType<typeof TextDecoder>;

// `ignoreBOM` keeps a byte order mark inside the text.
const STRICT_UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const UTF_8_ENCODER = new TextEncoder();

const ASCII: Charset = { label: 'ascii', known: true };
const UTF_8: Charset = { label: 'utf-8', known: true };
const UNKNOWN: Charset = { label: 'ascii', known: false };

// WHATWG treats these labels alike, and so do senders: a text declared as 8859/1 is often Windows-1252.
const LATIN_1: Charset = { label: 'windows-1252', known: true };

const NAMED = new Map<string, Charset>([
  ['', ASCII],
  ['ASCII', ASCII],
  ['USASCII', ASCII],
  ['ISOIR6', ASCII],
  ['UNICODE', UTF_8],
  ['UNICODEUTF8', UTF_8],
  ['UTF8', UTF_8],
  // A message in real UTF-16 was refused by its bytes before. One that only declares UTF-16 is 8-bit text.
  ['UNICODEUTF16', UTF_8],
  ['UTF16', UTF_8],
  ['LATIN1', LATIN_1],
  ['ISOIR14', { label: 'shift_jis', known: true }],
  ['ISOIR87', { label: 'iso-2022-jp', known: true }],
  ['GB180302000', { label: 'gb18030', known: true }],
  ['GB18030', { label: 'gb18030', known: true }],
  ['GB2312', { label: 'gbk', known: true }],
  ['KSX1001', { label: 'euc-kr', known: true }],
  ['BIG5', { label: 'big5', known: true }],
]);

const resolved = new Map<string, Charset>();
const MAX_RESOLVED_KEPT = 500;

/** `declared` is one repetition of MSH-18. */
export function resolveCharset(declared: string): Charset {
  if (declared === '') return ASCII;
  let charset = resolved.get(declared);
  if (charset === undefined) {
    charset = findCharset(declared.toUpperCase().replace(/[\s/_-]/g, ''));
    if (resolved.size >= MAX_RESOLVED_KEPT) resolved.clear();
    resolved.set(declared, charset);
  }
  return charset;
}

function findCharset(name: string): Charset {
  const named = NAMED.get(name);
  if (named !== undefined) return named;
  const iso = /^(?:ISO)?8859(\d{1,2})$/.exec(name)?.[1];
  if (iso === '1') return LATIN_1;
  if (iso !== undefined && decoderFor(`iso-8859-${iso}`, true) !== null) {
    return { label: `iso-8859-${iso}`, known: true };
  }
  const windows = /^(?:WINDOWS|CP|WIN)(125[0-8])$/.exec(name)?.[1];
  if (windows !== undefined) return { label: `windows-${windows}`, known: true };
  return UNKNOWN;
}

export function decodeText(bytes: Uint8Array, charset: Charset): DecodedText {
  const { label } = charset;
  if (label === 'windows-1252') {
    // Engines write UTF-8 under the MSH-18 of their source. Latin text that happens to be valid UTF-8, such as "Ã¼", is nobody's name.
    const text = strictly(bytes, STRICT_UTF_8);
    return text === null || text.length === bytes.length
      ? { text: text ?? windows1252(bytes), broken: false, label }
      : { text, broken: true, label: 'utf-8' };
  }
  if (label === 'ascii') {
    const text = strictly(bytes, STRICT_UTF_8);
    if (text === null) return { text: windows1252(bytes), broken: true, label: 'windows-1252' };
    // In UTF-8, as many characters as bytes means that all of them are ASCII.
    if (text.length === bytes.length) return { text, broken: false, label };
    // The text has more than the declared ASCII. It is UTF-8, because text in another charset is almost never valid UTF-8.
    return { text, broken: !charset.known, label: 'utf-8' };
  }
  const text = strictly(bytes, label === 'utf-8' ? STRICT_UTF_8 : decoderFor(label, true));
  if (text !== null) return { text, broken: false, label };
  if (label === 'utf-8') return { text: mostlyUtf8(bytes), broken: true, label };
  return { text: decoderFor(label, false)?.decode(bytes) ?? windows1252(bytes), broken: true, label };
}

/** Encodes a text. A character that the charset does not have becomes a question mark. */
export function encodeText(text: string, charset: Charset): Uint8Array {
  const encoded = UTF_8_ENCODER.encode(text);
  if (encoded.length === text.length || charset.label === 'utf-8' || charset.label === 'ascii') return encoded;
  const table = encodeTable(charset.label);
  return Uint8Array.from(Array.from(text, (character) => table.get(character) ?? 0x3f));
}

function strictly(bytes: Uint8Array, decoder: Decoder | null): string | null {
  try {
    return decoder === null ? null : decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Reads UTF-8, and each byte that is no part of it as Windows-1252: a text in Latin, or one that was cut off within a character. */
function mostlyUtf8(bytes: Uint8Array): string {
  let text = '';
  let codes: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = lengthInUtf8(bytes, at);
    codes.push(length === 0 ? inWindows1252(bytes[at] ?? 0) : codePointAt(bytes, at, length));
    at += Math.max(length, 1);
    // The text is made in pieces, because the number of arguments of a call is limited.
    if (codes.length === 4096 || at >= bytes.length) {
      text += String.fromCodePoint.apply(null, codes);
      codes = [];
    }
  }
  return text;
}

/** The least second byte after a first byte that allows fewer than 0x80 to 0xBF, and the greatest (Unicode 15, table 3-7). */
const SECOND_BYTES: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);
const EVERY_SECOND_BYTE = [0x80, 0xbf] as const;

/** Returns of how many bytes the character is that begins here; 0: none does. */
function lengthInUtf8(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (at + length > bytes.length) return 0;
  const [least, greatest] = SECOND_BYTES.get(first) ?? EVERY_SECOND_BYTE;
  for (let next = 1; next < length; next++) {
    const byte = bytes[at + next] ?? 0;
    if (byte < (next === 1 ? least : 0x80) || byte > (next === 1 ? greatest : 0xbf)) return 0;
  }
  return length;
}

function codePointAt(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] ?? 0;
  let code = length === 1 ? first : first & (0xff >> (length + 1));
  for (let next = 1; next < length; next++) code = (code << 6) | ((bytes[at + next] ?? 0) & 0x3f);
  return code;
}

const decoders = new Map<string, Decoder | null>();

/** Returns null when this runtime does not have the encoding. */
function decoderFor(label: string, fatal: boolean): Decoder | null {
  const key = `${label} ${fatal}`;
  const made = decoders.get(key);
  if (made !== undefined) return made;
  let decoder = null;
  try {
    decoder = new TextDecoder(label, { fatal, ignoreBOM: true });
  } catch {
    // The runtime was built without full ICU, so the decoder stays null.
  }
  decoders.set(key, decoder);
  return decoder;
}

// Characters for 0x80 to 0x9F of Windows-1252. They are written out because runtimes disagree on what their label 'latin1' means
// there.
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const inWindows1252 = (byte: number): number =>
  byte >= 0x80 && byte < 0xa0 ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte;

function windows1252(bytes: Uint8Array): string {
  if (isAscii(bytes)) return STRICT_UTF_8.decode(bytes);
  let text = '';
  // The text is made in pieces, because the number of arguments of a call is limited.
  for (let from = 0; from < bytes.length; from += 4096) {
    const to = Math.min(from + 4096, bytes.length);
    const codes: number[] = [];
    for (let i = from; i < to; i++) {
      codes.push(inWindows1252(bytes[i] ?? 0));
    }
    text += String.fromCharCode.apply(null, codes);
  }
  return text;
}

function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] ?? 0) > 0x7f) return false;
  return true;
}

const encodeTables = new Map<string, ReadonlyMap<string, number>>();

/** Returns the byte of each character of a single-byte charset. For other charsets only ASCII can be written. */
function encodeTable(label: string): ReadonlyMap<string, number> {
  const made = encodeTables.get(label);
  if (made !== undefined) return made;
  const table = new Map<string, number>();
  const singleByte = /^(windows-125\d|iso-8859-\d+)$/.test(label);
  for (let byte = 0; byte < (singleByte ? 256 : 128); byte++) {
    const bytes = Uint8Array.of(byte);
    const character = label === 'windows-1252' ? windows1252(bytes) : (strictly(bytes, decoderFor(label, true)) ?? '');
    if (character !== '') table.set(character, byte);
  }
  encodeTables.set(label, table);
  return table;
}
