import type { Sent } from './patient-event.ts';
import { sentText } from './storable.ts';

/** Numbers of ISO 5218, which the NHS uses, and words, as letters of HL7 table 0001. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'U',
  '1': 'M',
  '2': 'F',
  '9': 'U',
  MALE: 'M',
  FEMALE: 'F',
  OTHER: 'O',
  UNKNOWN: 'U',
};

/** Reads PID-8 as a letter of HL7 table 0001, which rules are written with; what stands for none of them, as it was sent. */
export function readSex(value: string | null): Sent<string> {
  const sent = sentText(value);
  return sent ? (LETTERS[sent.trim().toUpperCase()] ?? sent) : sent;
}
