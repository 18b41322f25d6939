import type { Message } from '../message/message.ts';
import { parseMessage, type ParseOptions } from '../message/parse.ts';

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Returns one byte per character, for text that is not UTF-8. */
export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

export function parsed(content: string | Uint8Array, options?: ParseOptions): Message {
  const result = parseMessage(typeof content === 'string' ? bytesOf(content) : content, options);
  if (!result.ok) throw new Error(`${result.reason}: ${result.text}`);
  return result.message;
}

export const MSH = 'MSH|^~\\&|PAS|STELSEWHERE|WARDVOICE|QUALITY|20260301||ADT^A01^ADT_A01|C1|P|2.5.1';
