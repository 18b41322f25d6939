import { filter as matcher } from 'scim2-parse-filter';
import { noSuchPath, type Path } from '../../../platform/scim/parse-path.ts';
import type { Operation } from '../../../platform/scim/read-patch.ts';
import { readBoolean, readText } from '../../../platform/scim/read-values.ts';
import { ScimError } from '../../../platform/scim/scim-error.ts';
import type { PersonState } from './person-state.ts';
import { readEmail } from './read-person.ts';

/** Attributes of RFC 7643 §4.1 that are not kept here. Providers send them, and nothing comes of it. */
const NOT_KEPT: ReadonlySet<string> = new Set(
  (
    'schemas meta nickname profileurl title usertype preferredlanguage locale timezone phonenumbers ims photos ' +
    'addresses entitlements roles x509certificates ' +
    // Of the enterprise extension, as Entra ID writes them.
    'manager department division organization costcenter employeenumber'
  ).split(' '),
);
/** What a provider cannot change by changing a user. */
const READ_ONLY: Readonly<Record<string, string>> = {
  id: 'The id of a user cannot be changed.',
  groups: 'The groups of a user are changed at the groups.',
  password: 'Passwords and factors of a sign-in cannot be set here.',
};

/** Returns the state with one operation applied. It reads known attributes only, so no name that was sent becomes a key. */
export function patchPerson(state: PersonState, { op, path, value }: Operation): PersonState {
  const sent = op === 'remove' ? null : value;
  const { attribute, part, filter, isExtension } = path;
  if (isExtension || NOT_KEPT.has(attribute)) return state;
  const reason = Object.hasOwn(READ_ONLY, attribute) ? READ_ONLY[attribute] : undefined;
  if (reason) throw new ScimError('mutability', reason);
  if (attribute === 'emails') return patchEmail(state, path, sent, op);
  if (filter !== null) throw noSuchPath(`${attribute}[…]`);
  if (attribute === 'name') return patchName(state, part, sent);
  if (part !== null) throw noSuchPath(`${attribute}.${part}`);
  switch (attribute) {
    case 'username':
      return { ...state, userName: required('userName', sent) };
    case 'displayname':
      return { ...state, fullName: readText('displayName', sent) };
    case 'externalid':
      return { ...state, externalId: readText('externalId', sent) };
    case 'active':
      return { ...state, active: readBoolean('active', sent) ?? state.active };
    default:
      throw noSuchPath(attribute);
  }
}

function required(attribute: string, value: unknown): string {
  const text = readText(attribute, value);
  if (text === null) throw new ScimError('invalidValue', `${attribute} cannot be left empty.`);
  return text;
}

function patchName(state: PersonState, part: string | null, value: unknown): PersonState {
  switch (part) {
    case 'givenname':
      return { ...state, givenName: readText('name.givenName', value) };
    case 'familyname':
      return { ...state, familyName: readText('name.familyName', value) };
    case 'formatted':
      return { ...state, fullName: readText('name.formatted', value) };
    case 'middlename':
    case 'honorificprefix':
    case 'honorificsuffix':
      return state;
    case null: {
      const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
      if (value === null) return { ...state, givenName: null, familyName: null };
      return parts.reduce((changed, [name, inner]) => patchName(changed, name.toLowerCase(), inner), state);
    }
    default:
      throw noSuchPath(`name.${part}`);
  }
}

/**
 * There is one address here, of work. An operation about others, such as emails[type eq "home"], changes nothing; the address
 * itself can be replaced and not removed.
 */
function patchEmail(state: PersonState, { filter, part }: Path, value: unknown, op: Operation['op']): PersonState {
  const own = { value: state.email, type: 'work', primary: true };
  if (filter !== null && !matcher(filter)(own)) return state;
  if (op === 'remove') throw new ScimError('mutability', 'The e-mail address of a user can be replaced, not removed.');
  if (part !== null && part !== 'value') return state;
  return { ...state, email: required('emails.value', part === null ? readEmail(value) : value) };
}
