import type { Pid } from '@wardvoice/hl7';
import type { Sent } from './patient-event.ts';

/** Values of PID-30 that mean that the patient is alive (HL7 table 0136 and common variants). */
const ALIVE: ReadonlySet<string> = new Set(['N', 'NO', '0', 'FALSE']);

/** Returns whether PID-29 says that the patient died. Some senders write a date of zeros for none, or PID-30's "no" one field too early. */
const isTimeOfDeath = (diedAt: string): boolean => !ALIVE.has(diedAt.toUpperCase()) && !/^0*$/.test(diedAt);

/** Returns whether two fields of a PID may report a death, before the message is parsed. */
export function mayTellOfDeath(diedAt: string, indicator: string): boolean {
  const says = (text: string) => !['', '""'].includes(text.trim());
  return (
    (says(diedAt) && isTimeOfDeath(diedAt.trim())) || (says(indicator) && !ALIVE.has(indicator.trim().toUpperCase()))
  );
}

/**
 * Reads a death from PID-29 and PID-30. Every value except a plain "no" counts as a death, because writing to a
 * bereaved family is the worse mistake.
 */
export function readDeath({ patientDeathIndicator, patientDeathDateAndTime }: Pid): Sent<boolean> {
  const indicator = patientDeathIndicator?.trim().toUpperCase() ?? null;
  const diedAt = patientDeathDateAndTime.time?.trim() ?? '';
  if (isTimeOfDeath(diedAt) || (indicator && !ALIVE.has(indicator))) return true;
  return patientDeathIndicator === null || patientDeathDateAndTime.isNull ? null : undefined;
}

/** Returns true when PV1-36 is one of the application's codes or words for a death, or contains one of the words. */
export function diedInHospital(disposition: string | null | undefined, deathDispositions: readonly string[]): boolean {
  const given = (disposition ?? '').trim().toUpperCase();
  if (given === '') return false;
  if (deathDispositions.some((code) => code.toUpperCase() === given || sameNumber(code, given))) return true;
  const words = new Set(given.split(/[^\p{L}\p{N}]+/u));
  return deathDispositions.some((code) => /^\p{L}{3,}$/u.test(code) && words.has(code.toUpperCase()));
}

/** "04" and "4" are the same code. */
const sameNumber = (code: string, given: string): boolean =>
  /^\d+$/.test(code) && /^\d+$/.test(given) && Number(code) === Number(given);
