import { attributeName } from '../../../platform/scim/schema-names.ts';
import { ScimError } from '../../../platform/scim/scim-error.ts';
import { readBoolean, readText } from '../../../platform/scim/read-values.ts';
import type { PersonState } from './person-state.ts';

/** The attributes of an object by their names in small letters. */
function attributesOf(value: unknown): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value).map(([name, inner]) => [attributeName(name), inner]));
}

/** Reads a whole person, for a POST or a PUT. Attributes that are not kept here are left out, among them a password. */
export function readPerson(body: unknown): PersonState {
  const sent = attributesOf(body);
  const name = attributesOf(sent.get('name'));
  const userName = readText('userName', sent.get('username'));
  if (userName === null) throw new ScimError('invalidValue', 'A user needs a userName.');
  return {
    userName,
    givenName: readText('name.givenName', name.get('givenname')),
    familyName: readText('name.familyName', name.get('familyname')),
    fullName: readText('displayName', sent.get('displayname')) ?? readText('name.formatted', name.get('formatted')),
    email: readEmail(sent.get('emails')),
    externalId: readText('externalId', sent.get('externalid')),
    active: readBoolean('active', sent.get('active')),
  };
}

/** Returns the e-mail address of several that is used here: the primary one, or one of work, or the first. */
export function readEmail(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const list = (Array.isArray(value) ? value : [value]).map((one: unknown) =>
    typeof one === 'string' ? new Map<string, unknown>([['value', one]]) : attributesOf(one),
  );
  const best =
    list.find((one) => String(one.get('primary')).toLowerCase() === 'true') ??
    list.find((one) => String(one.get('type')).toLowerCase() === 'work') ??
    list[0];
  return best ? readText('emails.value', best.get('value')) : null;
}
