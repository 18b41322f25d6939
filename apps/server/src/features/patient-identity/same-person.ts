/** Facts that distinguish people who have the same number. */
export interface Demographics {
  family_name: string | null;
  /** ISO date */
  birth_date: string | null;
}

export interface Person extends Demographics {
  given_name: string | null;
}

/** Returns true when name and date of birth are known and the same. */
export function isSamePerson(known: Person, told: Person): boolean {
  const isSame = (one: string | null, other: string | null) =>
    comparable(one ?? '') !== '' && comparable(one ?? '') === comparable(other ?? '');
  return (
    isSame(known.family_name, told.family_name) &&
    isSame(known.given_name, told.given_name) &&
    known.birth_date !== null &&
    known.birth_date === told.birth_date
  );
}

/**
 * Returns true when both family names and both dates of birth are known and both differ: the number was then given to
 * another person. A difference in one of them is a correction, or a marriage.
 */
export function isOtherPerson(known: Demographics, told: Demographics): boolean {
  const names = [known.family_name, told.family_name].map((name) => comparable(name ?? ''));
  if (names.includes('') || names[0] === names[1]) return false;
  return isBornOtherwise(known, told);
}

export const isBornOtherwise = (known: Demographics, told: Demographics): boolean =>
  known.birth_date !== null && told.birth_date !== null && known.birth_date !== told.birth_date;

/** Reduces a name to letters without case and accents: "O'Brien-Smith" becomes "obriensmith". */
const comparable = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
