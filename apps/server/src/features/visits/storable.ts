/** Text as PostgreSQL can keep it, whatever a sender put into it: no NUL, and no half of a character where it is cut off. */
export const storable = (text: string, maxLength: number): string =>
  text
    .replaceAll('\0', '')
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '');
