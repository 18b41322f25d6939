import { scim } from '@wardvoice/contract';
import { versionOf } from '../../../platform/scim/etag.ts';
import { SCHEMA } from '../../../platform/scim/schema-names.ts';
import type { ScimPerson } from './people.queries.ts';

export interface GroupOfPerson {
  id: number;
  name: string;
}

/** Returns a person as SCIM has a user (RFC 7643 §4.1), without what they do not have. */
export function describePerson(publicUrl: string, person: ScimPerson, groups: readonly GroupOfPerson[]) {
  const base = publicUrl + scim.SCIM_BASE;
  const { given_name, family_name, external_id } = person;
  const resource = {
    schemas: [SCHEMA.user],
    id: String(person.id),
    ...(external_id === null ? {} : { externalId: external_id }),
    userName: person.user_name,
    name: {
      formatted: person.name,
      ...(family_name === null ? {} : { familyName: family_name }),
      ...(given_name === null ? {} : { givenName: given_name }),
    },
    displayName: person.name,
    emails: [{ value: person.email, type: 'work', primary: true }],
    active: person.active,
    ...(groups.length === 0
      ? {}
      : {
          groups: groups.map(({ id, name }) => ({
            value: String(id),
            $ref: `${base}/Groups/${id}`,
            display: name,
            type: 'direct',
          })),
        }),
  };
  return {
    ...resource,
    meta: {
      resourceType: 'User',
      created: person.created_at.toISOString(),
      lastModified: person.updated_at.toISOString(),
      location: `${base}/Users/${person.id}`,
      version: versionOf(resource),
    },
  };
}
