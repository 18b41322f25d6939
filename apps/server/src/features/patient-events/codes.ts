/**
 * Returns whether one of the diagnoses is in one of the groups. A group is the beginning of a code: "O80" also has O80.1. Dots, blanks
 * and case do not matter.
 */
export function isDiagnosisOf(diagnoses: readonly string[] | null, groups: readonly string[]): boolean {
  const wanted = groups.map(plainDiagnosis).filter((group) => group !== '');
  return (diagnoses ?? []).map(plainDiagnosis).some((code) => wanted.some((group) => code.startsWith(group)));
}

const plainDiagnosis = (code: string): string => code.replaceAll(/[.\s]/g, '').toUpperCase();

/** Returns whether a disposition is one of these codes. Case and leading zeros do not matter: some senders write 3 for 03. */
export const isDispositionOf = (disposition: string | null, codes: readonly string[]): boolean =>
  disposition !== null && codes.some((code) => plainDisposition(code) === plainDisposition(disposition));

const plainDisposition = (code: string): string =>
  code
    .trim()
    .replace(/^0+(?=.)/, '')
    .toUpperCase();

/** Returns whether one of the names of who pays is among the wanted. Case does not matter. */
export function isPayerOf(payers: readonly string[] | null, wanted: readonly string[]): boolean {
  const names = new Set((payers ?? []).map(plainName));
  return wanted.some((name) => names.has(plainName(name)));
}

const plainName = (name: string): string => name.trim().toLowerCase();
