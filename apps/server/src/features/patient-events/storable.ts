/** Returns text that PostgreSQL can store: without NUL, and never cut within a surrogate pair. */
export const storable = (text: string, maxLength: number): string =>
  text
    .replaceAll('\0', '')
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '');

const MAX_TEXT = 200;

/** Returns a field as sent: undefined when it is absent, null for `""`, else its storable text. */
export const sentText = (value: string | null): string | null | undefined =>
  value === '' ? undefined : value === null ? null : storable(value, MAX_TEXT);

/** Returns the stored value after a message: undefined keeps it, null deletes it. */
export const updated = <T>(known: T | null, sent: T | null | undefined): T | null =>
  sent === undefined ? known : sent;
