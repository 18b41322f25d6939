import { filter as matcher } from 'scim2-parse-filter';
import { noSuchPath, type Path } from '../../../platform/scim/parse-path.ts';
import type { Operation } from '../../../platform/scim/read-patch.ts';
import { readText } from '../../../platform/scim/read-values.ts';
import type { ScimCall } from '../protocol/scim-call.ts';
import { ScimError } from '../../../platform/scim/scim-error.ts';
import { listMembers, saveExternalId, type ScimGroup } from './groups.queries.ts';
import { addMember, checkMayGive, removeMember } from './memberships.ts';

const MAX_MEMBERS = 1_000;

/** Applies the operations of a PATCH, one after the other. */
export async function patchGroup(call: ScimCall, group: ScimGroup, operations: readonly Operation[]): Promise<void> {
  for (const { op, path, value } of operations) {
    if (path.isExtension || path.attribute === 'schemas' || path.attribute === 'meta') continue;
    switch (path.attribute) {
      case 'members':
        await patchMembers(call, group.id, { op, path, value });
        break;
      case 'displayname':
        checkName(group, op === 'remove' ? null : readText('displayName', value));
        break;
      case 'externalid':
        await nameGroup(call, group, op === 'remove' ? null : readText('externalId', value));
        break;
      case 'id':
        if (value !== String(group.id)) throw new ScimError('mutability', 'The id of a group cannot be changed.');
        break;
      default:
        throw noSuchPath(path.attribute);
    }
  }
}

/** Makes a group as a PUT says. Without members nobody stays in it, as RFC 7644 §3.5.1 has it. */
export async function replaceGroup(call: ScimCall, group: ScimGroup, body: unknown): Promise<void> {
  const sent = new Map(Object.entries(body ?? {}).map(([name, value]) => [name.toLowerCase(), value as unknown]));
  checkName(group, readText('displayName', sent.get('displayname')));
  if (sent.has('externalid')) await nameGroup(call, group, readText('externalId', sent.get('externalid')));
  await setMembers(call, group.id, readMembers(sent.get('members')));
}

/** The name of a group is that of its role, which a provider cannot change. */
function checkName(group: ScimGroup, name: string | null): void {
  if (name?.toLowerCase() !== group.name.toLowerCase())
    throw new ScimError('mutability', 'A group is a role of Wardvoice, and gets its name there.');
}

async function nameGroup(call: ScimCall, group: ScimGroup, externalId: string | null): Promise<void> {
  const { tx, token, note } = call;
  if (externalId === group.external_id) return;
  await checkMayGive(call, group.id);
  if (!(await saveExternalId(tx, token.application_id, group.id, externalId)))
    throw new ScimError('uniqueness', 'Another group has this externalId.');
  note.changed({ external_id: group.external_id }, { external_id: externalId });
}

async function patchMembers(call: ScimCall, groupId: number, { op, path, value }: Operation): Promise<void> {
  if (op !== 'remove') {
    if (path.filter !== null) throw new ScimError('invalidPath', 'Members are added by their ids, without a filter.');
    const wanted = readMembers(value);
    return op === 'replace' ? setMembers(call, groupId, wanted) : change(call, groupId, { add: wanted, remove: [] });
  }
  // A provider names whom to remove in the path, or in the value; with neither it means everybody.
  const named = path.filter === null && value !== undefined && value !== null ? readMembers(value) : null;
  await change(call, groupId, { add: [], remove: named ?? matching(await membersOf(call, groupId), path) });
}

/** Returns the members that the filter of a path names; all without one. */
function matching(members: readonly { id: number; name: string }[], { filter }: Path): number[] {
  const isMatch = filter === null ? () => true : matcher(filter);
  return members
    .filter(({ id, name }) => isMatch({ value: String(id), display: name, type: 'User' }))
    .map(({ id }) => id);
}

const membersOf = async ({ tx, token }: ScimCall, groupId: number) =>
  (await listMembers(tx, token.application_id, [groupId])).get(groupId) ?? [];

async function setMembers(call: ScimCall, groupId: number, wanted: readonly number[]): Promise<void> {
  const present = (await membersOf(call, groupId)).map(({ id }) => id);
  const remove = present.filter((id) => !wanted.includes(id));
  await change(call, groupId, { add: wanted.filter((id) => !present.includes(id)), remove });
}

async function change(
  call: ScimCall,
  groupId: number,
  { add, remove }: { add: readonly number[]; remove: readonly number[] },
): Promise<void> {
  if (add.length + remove.length === 0) return;
  await checkMayGive(call, groupId);
  const removed: number[] = [];
  const added: number[] = [];
  // In the order of their ids, so that two changes at once lock people in the same order.
  for (const id of remove.toSorted((a, b) => a - b)) if (await removeMember(call, groupId, id)) removed.push(id);
  for (const id of add.toSorted((a, b) => a - b)) if (await addMember(call, groupId, id)) added.push(id);
  call.note.changed({ members_removed: [] }, { members_removed: removed });
  call.note.changed({ members_added: [] }, { members_added: added });
}

/** Reads ids of members, each as {"value": "12"} or "12". */
function readMembers(value: unknown): number[] {
  if (value === undefined || value === null) return [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > MAX_MEMBERS) throw new ScimError('tooMany', `Send at most ${MAX_MEMBERS} members at once.`);
  return [...new Set(list.map(readMember))];
}

function readMember(member: unknown): number {
  const entries = typeof member === 'object' && member !== null ? Object.entries(member) : [['value', member]];
  const [, id] = entries.find(([name]) => String(name).toLowerCase() === 'value') ?? [];
  if ((typeof id === 'string' || typeof id === 'number') && /^[1-9]\d{0,14}$/.test(String(id))) return Number(id);
  throw new ScimError('invalidValue', 'Name each member by the id of a user, as in {"value": "12"}.');
}
