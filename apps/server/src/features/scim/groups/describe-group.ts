import { scim } from '@wardvoice/contract';
import { versionOf } from '../../../platform/scim/etag.ts';
import { SCHEMA } from '../../../platform/scim/schema-names.ts';
import type { Member, ScimGroup } from './groups.queries.ts';

/**
 * Returns a role as SCIM has a group (RFC 7643 §4.2). Without its members (null) it has no version, because they are part of what a
 * change changes.
 */
export function describeGroup(publicUrl: string, group: ScimGroup, members: readonly Member[] | null) {
  const base = publicUrl + scim.SCIM_BASE;
  const resource = {
    schemas: [SCHEMA.group],
    id: String(group.id),
    ...(group.external_id === null ? {} : { externalId: group.external_id }),
    displayName: group.name,
    ...(members === null || members.length === 0
      ? {}
      : {
          members: members.map(({ id, name }) => ({
            value: String(id),
            $ref: `${base}/Users/${id}`,
            display: name,
            type: 'User',
          })),
        }),
  };
  return {
    ...resource,
    meta: {
      resourceType: 'Group',
      location: `${base}/Groups/${group.id}`,
      ...(members === null ? {} : { version: versionOf(resource) }),
    },
  };
}
