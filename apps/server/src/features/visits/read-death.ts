import type { Pid } from '@wardvoice/hl7';
import type { Sent } from './patient-event.ts';

/** PID-30 values that say that the patient lives (HL7 table 0136 and what senders write in its place). */
const ALIVE: ReadonlySet<string> = new Set(['N', 'NO', '0', 'FALSE']);

/** Death as PID-29 and PID-30 tell it: whatever is not plainly "no" counts, for writing to a bereaved family is worse. */
export function readDeath({ patientDeathIndicator, patientDeathDateAndTime }: Pid): Sent<boolean> {
  const indicator = patientDeathIndicator?.trim().toUpperCase() ?? null;
  const diedAt = patientDeathDateAndTime.time?.trim() ?? null;
  if (diedAt || (indicator && !ALIVE.has(indicator))) return true;
  return patientDeathIndicator === null || patientDeathDateAndTime.isNull ? null : undefined;
}

/** True when PV1-36 is one of the application's codes and words for a death; a sentence that has such a word, too. */
export function diedInHospital(disposition: string | null | undefined, deathDispositions: readonly string[]): boolean {
  const given = (disposition ?? '').trim().toUpperCase();
  if (given === '') return false;
  if (deathDispositions.some((code) => code.toUpperCase() === given || sameNumber(code, given))) return true;
  const words = new Set(given.split(/[^\p{L}\p{N}]+/u));
  return deathDispositions.some((code) => /^\p{L}{3,}$/u.test(code) && words.has(code.toUpperCase()));
}

/** "04" is the code 4. */
const sameNumber = (code: string, given: string): boolean =>
  /^\d+$/.test(code) && /^\d+$/.test(given) && Number(code) === Number(given);
