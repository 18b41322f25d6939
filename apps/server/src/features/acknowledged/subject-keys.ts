/** Longer numbers are cut, as they are where patients are stored. */
const MAX_NUMBER = 200;

/**
 * Returns hashes of the numbers of patients and visits of one application; intake stores them with each message. Two
 * numbers may have the same hash, which only makes a delivery wait needlessly. Spellings that might mean the same
 * number are normalised first.
 */
export function subjectKeys(applicationId: number, numbers: readonly string[]): number[] {
  return [...new Set(numbers.map((number) => hash(`${applicationId}\0${plain(number)}`)))];
}

const plain = (number: string): string => number.replaceAll('\0', '').slice(0, MAX_NUMBER).trim().toUpperCase();

/** FNV-1a as a signed 32-bit integer. It must not change while messages wait. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value | 0;
}
