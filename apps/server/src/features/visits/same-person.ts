/** What tells one person from another when a number is known already. */
export interface Demographics {
  family_name: string | null;
  /** ISO date */
  birth_date: string | null;
}

/**
 * True when family name and birth date are known of both and both differ: then a number was given to somebody else. One of
 * the two alone is a correction, or a marriage.
 */
export function isOtherPerson(known: Demographics, told: Demographics): boolean {
  const names = [known.family_name, told.family_name].map((name) => comparable(name ?? ''));
  if (names.includes('') || names[0] === names[1]) return false;
  return known.birth_date !== null && told.birth_date !== null && known.birth_date !== told.birth_date;
}

/** Letters alone, without case and marks: "O'Brien-Smith" is "obriensmith". */
const comparable = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
