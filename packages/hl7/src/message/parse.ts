import type { Charset } from './charset.ts';
import { decodeText, resolveCharset } from './charset.ts';
import type { HeaderFailureReason, MessageHeader } from './header.ts';
import { readHeader } from './header.ts';
import type { DecodingError } from './message.ts';
import { Message } from './message.ts';

export type ParseResult =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly reason: HeaderFailureReason; readonly text: string };

export interface ParseOptions {
  /**
   * Returns the charset that this sender is known to write, a name of HL7 table 0211 or of Windows; null: what MSH-18 says. It counts
   * in place of MSH-18, but never for a text that is the UTF-8 which MSH-18 declares.
   */
  readonly charsetOf?: (header: MessageHeader) => string | null;
}

export function parseMessage(bytes: Uint8Array, { charsetOf }: ParseOptions = {}): ParseResult {
  const result = readHeader(bytes);
  if (!result.ok) return { ok: false, reason: result.reason, text: result.text };
  const { header } = result;
  const content = header.startOffset === 0 ? bytes : bytes.subarray(header.startOffset);
  const charset = charsetToRead(content, header, charsetOf?.(header) ?? null);
  const decoded = decodeText(content, charset);
  if (!decoded.broken) {
    const used = { label: decoded.label, known: true };
    return {
      ok: true,
      message: new Message(header, decoded.text, { delimiters: header, charset: used }, decoded.label, []),
    };
  }
  return { ok: true, message: decodeBySegment(content, header, charset) };
}

function charsetToRead(content: Uint8Array, header: MessageHeader, ofSender: string | null): Charset {
  const declared = header.charset;
  if (ofSender === null || (declared.label === 'utf-8' && !decodeText(content, declared).broken)) return declared;
  return resolveCharset(ofSender);
}

/**
 * Decodes each segment by itself, because some bytes are not valid: segments without such bytes are read correctly, and the
 * others are named.
 */
function decodeBySegment(content: Uint8Array, header: MessageHeader, charset: Charset): Message {
  const errors: DecodingError[] = [];
  const labels = new Set<string>();
  let text = '';
  let index = 0;
  for (let from = 0; from < content.length;) {
    let to = from;
    while (to < content.length && content[to] !== 0x0d && content[to] !== 0x0a) to++;
    const line = decodeText(content.subarray(from, to), charset);
    if (line.broken) {
      const kind = charset.known ? 'broken-bytes' : 'unknown-charset';
      errors.push({ kind, segment: line.text.slice(0, 3), index });
    }
    if (line.label !== 'ascii') labels.add(line.label);
    text += line.text;
    if (to > from) index++;
    for (from = to; content[from] === 0x0d || content[from] === 0x0a; from++)
      text += content[from] === 0x0d ? '\r' : '\n';
  }
  const label = [...labels].at(-1) ?? charset.label;
  return new Message(header, text, { delimiters: header, charset: { label, known: true } }, label, errors);
}
