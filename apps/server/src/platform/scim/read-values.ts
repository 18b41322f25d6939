import { ScimError } from './scim-error.ts';

/** Maximum length of each attribute, as it can be stored. */
const MAX_CHARACTERS: Readonly<Record<string, number>> = { userName: 320, externalId: 300, 'emails.value': 320 };
const MAX_OTHER_CHARACTERS = 200;

/** Reads a text; null where there is none or it is empty. */
export function readText(attribute: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new ScimError('invalidValue', `Send ${attribute} as a text.`);
  const max = MAX_CHARACTERS[attribute] ?? MAX_OTHER_CHARACTERS;
  const trimmed = value.trim();
  if (trimmed.length > max) throw new ScimError('invalidValue', `${attribute} may have at most ${max} characters.`);
  return trimmed || null;
}

/** Reads a truth value, also as the text that Entra ID sends ("False"); null where there is none. */
export function readBoolean(attribute: string, value: unknown): boolean | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' || typeof value === 'boolean' ? String(value).toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw new ScimError('invalidValue', `Send ${attribute} as true or false.`);
  return text === 'true';
}
