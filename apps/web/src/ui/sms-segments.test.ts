import { expect, test } from 'vitest';
import { smsLength } from './sms-segments.ts';

test.each([
  ['', 'gsm', 0, 0],
  ['a'.repeat(160), 'gsm', 160, 1],
  ['a'.repeat(161), 'gsm', 161, 2],
  ['a'.repeat(307), 'gsm', 307, 3],
  ['€'.repeat(80), 'gsm', 160, 1],
  ['Déjà vu in Ærø', 'gsm', 14, 1],
  ['ł'.repeat(70), 'unicode', 70, 1],
  ['كيف كانت زيارتك؟'.repeat(5), 'unicode', 80, 2],
  ['😀'.repeat(35), 'unicode', 70, 1],
] as const)('%j is sent as it should be', (text, encoding, characters, segments) => {
  expect(smsLength(text)).toEqual({ encoding, characters, segments });
});
