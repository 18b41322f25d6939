/** The default alphabet of GSM 03.38: each character takes one septet. */
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters that follow an escape: each takes two septets. */
const GSM_EXTENSION = '\f^{}\\[~]|€';

const GSM_SEPTETS = new Map<string, number>([
  ...Array.from(GSM).map((character) => [character, 1] as const),
  ...Array.from(GSM_EXTENSION).map((character) => [character, 2] as const),
]);

export type SmsAlphabet = 'GSM-7' | 'UCS-2';

export interface SmsLength {
  alphabet: SmsAlphabet;
  /** Number of messages that the sender pays for; 0 for an empty text. */
  segments: number;
  /** Length in septets (GSM-7) or UTF-16 code units (UCS-2). */
  units: number;
  /** Number of units that still fit into the last message. */
  left: number;
}

/** Maximum length of a single message, and of each part of a longer one, which has a header (3GPP TS 23.040). */
const SIZES = { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } } as const;

export const smsAlphabet = (text: string): SmsAlphabet =>
  Array.from(text).every((character) => GSM_SEPTETS.has(character)) ? 'GSM-7' : 'UCS-2';

/** What word processors and phones write in place of signs of the alphabet, and marks that nobody sees. */
const TYPOGRAPHIC: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′´`]/g, "'"],
  [/«[\s\u00a0\u202f]?|[\s\u00a0\u202f]?»|[“”„‟″]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
  [/…/g, '...'],
  [/•/g, '*'],
  [/[\u00a0\u2000-\u200a\u202f\u205f]/g, ' '],
  [/[\u00ad\u200b-\u200f\u2060\u2066-\u2069\ufeff]/g, ''],
];

/**
 * Returns the text as it is sent. One curly apostrophe makes a message of 160 characters one of 70, so that a hospital pays two or
 * three for one: where plain signs bring the whole text into the alphabet of GSM, they are sent instead. Other texts are left alone.
 */
export function plainSms(text: string): string {
  if (smsAlphabet(text) === 'GSM-7') return text;
  const plain = TYPOGRAPHIC.reduce((sofar, [signs, sign]) => sofar.replaceAll(signs, sign), text.normalize('NFC'));
  return smsAlphabet(plain) === 'GSM-7' ? plain : text;
}

const unitsOf = (alphabet: SmsAlphabet, character: string): number =>
  alphabet === 'GSM-7' ? (GSM_SEPTETS.get(character) ?? 1) : character.length;

/** Returns the parts in which a text is sent. No character is cut in two. */
export function smsParts(text: string): string[] {
  const alphabet = smsAlphabet(text);
  const characters = Array.from(text);
  const units = characters.reduce((sum, character) => sum + unitsOf(alphabet, character), 0);
  if (units <= SIZES[alphabet].alone) return [text];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const character of characters) {
    const needs = unitsOf(alphabet, character);
    if (used + needs > SIZES[alphabet].part) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += character;
    used += needs;
  }
  return [...parts, part];
}

/** Counts a text as it is sent. */
export function measureSms(written: string): SmsLength {
  const text = plainSms(written);
  const alphabet = smsAlphabet(text);
  const sum = (of: string) => Array.from(of).reduce((total, character) => total + unitsOf(alphabet, character), 0);
  if (text === '') return { alphabet, segments: 0, units: 0, left: SIZES[alphabet].alone };
  const parts = smsParts(text);
  const size = parts.length === 1 ? SIZES[alphabet].alone : SIZES[alphabet].part;
  return { alphabet, segments: parts.length, units: sum(text), left: size - sum(parts.at(-1) ?? '') };
}
