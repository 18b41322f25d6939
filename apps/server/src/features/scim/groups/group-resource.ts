import { Forbidden, NotFound } from '../../../platform/errors.ts';
import { readPatch } from '../../../platform/scim/read-patch.ts';
import type { Shown } from '../../../platform/scim/read-query.ts';
import { isShown } from '../../../platform/scim/show-attributes.ts';
import type { Resource } from '../protocol/resource.routes.ts';
import type { ScimCall } from '../protocol/scim-call.ts';
import { patchGroup, replaceGroup } from './change-group.ts';
import { describeGroup } from './describe-group.ts';
import { findGroup, listGroups, listMembers, type ScimGroup } from './groups.queries.ts';

/** Roles, as Groups of SCIM. What a role may do is decided in Wardvoice, so a provider neither makes nor deletes one. */
export const groupResource: Resource = {
  path: 'Groups',
  record: 'roles',
  // All members of a large group would be sent for each that is added.
  answersPatch: false,

  async list(call, query) {
    const { total, groups } = await listGroups(call.tx, call.token.application_id, query);
    return { total, resources: await describe(call, groups, query.shown) };
  },

  async find(call, id, shown) {
    const group = await findGroup(call.tx, call.token.application_id, id);
    return group && (await describe(call, [group], shown))[0];
  },

  async create() {
    throw new Forbidden(NOT_MADE);
  },

  async replace(call, id, body) {
    await replaceGroup(call, await get(call, id), body);
  },

  async patch(call, id, body) {
    await patchGroup(call, await get(call, id), readPatch(body));
  },

  async remove() {
    throw new Forbidden(NOT_DELETED);
  },
};

async function get({ tx, token }: ScimCall, id: number): Promise<ScimGroup> {
  const group = await findGroup(tx, token.application_id, id);
  if (!group) throw new NotFound('This group');
  return group;
}

/** A group may have thousands of members, so they are read only for a caller who wants them. */
async function describe({ tx, ctx, token }: ScimCall, groups: readonly ScimGroup[], shown?: Shown) {
  const ids = groups.map(({ id }) => id);
  const isWanted = shown === undefined || isShown(shown, 'members');
  const members = isWanted ? await listMembers(tx, token.application_id, ids) : null;
  return groups.map((group) => describeGroup(ctx.publicUrl, group, members && (members.get(group.id) ?? [])));
}

const NOT_MADE =
  'Groups are the roles of Wardvoice. An administrator makes a role there; name the group as the role is named.';
const NOT_DELETED = 'Groups are the roles of Wardvoice, and are deleted there. Take its members out of the group.';
