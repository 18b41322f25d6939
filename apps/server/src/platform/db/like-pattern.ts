/** Escapes `%`, `_` and `\`, which LIKE would read as wildcards. */
const escapeLike = (term: string): string => term.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Returns a pattern for LIKE and ILIKE that matches texts which contain the term. Without a term it matches every text. */
export const containing = (term: string | undefined): string => `%${escapeLike(term ?? '')}%`;

/** Returns a pattern for LIKE and ILIKE that matches texts which begin with the term. Without a term it matches every text. */
export const startingWith = (term: string | undefined): string => `${escapeLike(term ?? '')}%`;
