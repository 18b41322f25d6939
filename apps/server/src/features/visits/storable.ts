/** Text as PostgreSQL can keep it, whatever a sender put into it: no NUL, and no half of a character where it is cut off. */
export const storable = (text: string, maxLength: number): string =>
  text
    .replaceAll('\0', '')
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '');

const MAX_TEXT = 200;

/** A field as sent: undefined for nothing, null for `""` (delete it), else its text as it can be kept. */
export const sentText = (value: string | null): string | null | undefined =>
  value === '' ? undefined : value === null ? null : storable(value, MAX_TEXT);

/** What is known after a message: undefined leaves it, null deletes it. */
export const updated = <T>(known: T | null, sent: T | null | undefined): T | null =>
  sent === undefined ? known : sent;
