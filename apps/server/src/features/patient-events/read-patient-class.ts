import type { Value } from '@wardvoice/hl7';
import type { Sent } from './patient-event.ts';
import { sentText } from './storable.ts';

/** What senders write in PV1-2 for the letters of HL7 table 0004, in capitals. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  I: ['IN', 'IP', 'INP', 'INPT', 'INPATIENT', 'IMP'],
  E: ['ED', 'EM', 'ER', 'EMER', 'EMERG', 'EMERGENCY'],
  O: ['OP', 'OUT', 'OUTP', 'OUTPT', 'OUTPATIENT', 'AMB', 'AMBULATORY'],
  P: ['PRE', 'PREADMIT', 'PRE-ADMIT', 'PREADMISSION', 'PRE-ADMISSION'],
  R: ['REC', 'RECURRING'],
  B: ['OB', 'OBSTETRICS'],
};

const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([letter, words]) => words.map((word) => [word, letter])),
);

/** Reads PV1-2 as a letter of HL7 table 0004, which rules are written with; what stands for none of them, as it was sent. */
export function readPatientClass(value: Value): Sent<string> {
  const sent = sentText(value);
  return sent ? (LETTERS.get(sent.trim().toUpperCase()) ?? sent) : sent;
}
