const FEWEST_CHARACTERS = 12;
const MOST_CHARACTERS = 200;

/** What is wrong with a password that somebody wants to set, in sentences; empty when nothing is. */
export function checkPassword(password: string, _person: { name: string; email: string }): string[] {
  const { length } = Array.from(password);
  if (length < FEWEST_CHARACTERS) return [`Use at least ${FEWEST_CHARACTERS} characters.`];
  if (length > MOST_CHARACTERS) return [`Use at most ${MOST_CHARACTERS} characters.`];
  return [];
}
