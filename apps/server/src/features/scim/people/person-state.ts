import type { ScimPerson } from './people.queries.ts';

/** A person as a request wants them to be. */
export interface PersonState {
  userName: string;
  givenName: string | null;
  familyName: string | null;
  /** Null: made of the given and the family name. */
  fullName: string | null;
  email: string | null;
  externalId: string | null;
  /** Null: the request says nothing about it. */
  active: boolean | null;
}

const joined = (givenName: string | null, familyName: string | null): string =>
  [givenName, familyName].filter(Boolean).join(' ');

export const nameOf = ({ fullName, givenName, familyName, userName }: PersonState): string =>
  fullName ?? (joined(givenName, familyName) || userName);

/** Returns a person as they are, for a request that changes some of it. */
export const stateOf = ({ user_name, given_name, family_name, name, email, external_id }: ScimPerson): PersonState => ({
  userName: user_name,
  givenName: given_name,
  familyName: family_name,
  fullName: name === joined(given_name, family_name) ? null : name,
  email,
  externalId: external_id,
  active: null,
});

/**
 * Returns what a PUT wants of a person. A provider that sends back the name as it was shown, with another family name, means the new
 * one, where the shown name was made of these parts.
 */
export const withoutEcho = (wanted: PersonState, person: ScimPerson): PersonState =>
  wanted.fullName === person.name && stateOf(person).fullName === null ? { ...wanted, fullName: null } : wanted;
