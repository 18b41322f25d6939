import { Forbidden } from '../../../platform/errors.ts';
import { findSeat, isWithin, setRole } from '../../users/index.ts';
import { keyOf, type ScimCall } from '../protocol/scim-call.ts';
import { ScimError } from '../../../platform/scim/scim-error.ts';
import { listRolesOfToken } from '../tokens/tokens.queries.ts';
import { lockPersonOf } from '../people/people.queries.ts';
import { deleteMembership, findLastGroup, insertMembership } from './groups.queries.ts';

/*
 * A person has one role in an application, and a provider may put them into several groups, also for a while: it removes
 * them from one and adds them to another in any order. All groups are kept, and the role is that of the last one.
 */

/** Throws 403 for a group whose role the token may not give. */
export async function checkMayGive({ tx, token }: ScimCall, groupId: number): Promise<void> {
  if (!(await listRolesOfToken(tx, token.id)).includes(groupId)) throw new Forbidden(NOT_GIVEN);
}

/** Puts a person into a group. Nothing changes for somebody whom the provider has put into it before and who has a role. */
export async function addMember(call: ScimCall, groupId: number, userId: number): Promise<boolean> {
  const { tx, token, ctx } = call;
  const { application_id } = token;
  const person = await lockPersonOf(tx, application_id, userId);
  if (!person) throw new ScimError('invalidValue', `There is no user ${userId}.`);
  const isNew = await insertMembership(tx, { ...keyOf(call, userId), role_id: groupId }, ctx.clock());
  const seat = await findSeat(tx, userId, application_id);
  if (!seat || seat.role_id === groupId || (!isNew && seat.role_id !== null)) return isNew;
  const isOwn = seat.role_id === null || (await listRolesOfToken(tx, token.id)).includes(seat.role_id);
  if (!isOwn) throw new Forbidden(OTHER_ROLE);
  if (!isWithin(seat.locations, token.locations)) throw new Forbidden(MORE_WARDS);
  await setRole(tx, userId, application_id, groupId);
  return true;
}

/** Takes a person out of a group. They get the role of the group that they were put into before, if they are still in one. */
export async function removeMember(call: ScimCall, groupId: number, userId: number): Promise<boolean> {
  const { tx, token } = call;
  const key = keyOf(call, userId);
  // The row of the user is locked first, as for every change of a person.
  if (!(await lockPersonOf(tx, token.application_id, userId))) return false;
  const wasPut = await deleteMembership(tx, { ...key, role_id: groupId });
  const seat = await findSeat(tx, userId, token.application_id);
  if (seat?.role_id !== groupId) return wasPut;
  await setRole(tx, userId, token.application_id, await findLastGroup(tx, key, token.id));
  return true;
}

/** Gives a person who has come back the role of their group. */
export async function givenRoleOf({ tx, token }: ScimCall, userId: number): Promise<void> {
  const { application_id } = token;
  const roleId = await findLastGroup(tx, { application_id, user_id: userId }, token.id);
  if (roleId !== null) await setRole(tx, userId, application_id, roleId);
}

const NOT_GIVEN =
  'This token may not give or take away this role. An administrator makes a token that may, in Wardvoice under Provisioning.';
const OTHER_ROLE =
  'This person has a role here that this token may not take away. An administrator changes it in Wardvoice.';
const MORE_WARDS = 'This person sees wards that whoever made this token does not see.';
