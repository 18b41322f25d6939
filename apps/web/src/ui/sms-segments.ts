/** GSM 03.38: what one character of a seven-bit SMS can be. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** These take two. */
const EXTENDED = new Set('^{}\\[~]|€\f');

export interface SmsLength {
  /** `unicode` as soon as one character is not in the seven-bit alphabet: then fewer fit. */
  encoding: 'gsm' | 'unicode';
  characters: number;
  segments: number;
}

/** How many messages a text is paid as. */
export function smsLength(text: string): SmsLength {
  const characters = Array.from(text);
  const isGsm = characters.every((character) => BASIC.has(character) || EXTENDED.has(character));
  if (!isGsm) return { encoding: 'unicode', characters: text.length, segments: segmentsOf(text.length, 70, 67) };
  const length = characters.reduce((sum, character) => sum + (EXTENDED.has(character) ? 2 : 1), 0);
  return { encoding: 'gsm', characters: length, segments: segmentsOf(length, 160, 153) };
}

/** Of several, each gives some room to saying which one it is. */
const segmentsOf = (length: number, alone: number, joined: number): number =>
  length === 0 ? 0 : length <= alone ? 1 : Math.ceil(length / joined);
