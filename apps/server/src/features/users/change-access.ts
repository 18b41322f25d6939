import { may } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts';
import type { AuditNote } from '../../platform/http/audit-calls.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Scope } from '../../platform/scope.ts';
import { announceAccess } from '../sessions/index.ts';
import {
  deleteSeat,
  deleteUserPermission,
  findPermission,
  insertSeat,
  insertUserPermission,
  listAllApplications,
  listApplicationsOf,
  listOtherPermissions,
  listPermissionsOf,
} from './access.queries.ts';
import { checkMayManage, checkMayPlace } from './may-manage.ts';
import { getPerson, lockPerson } from './people.queries.ts';

export interface Caller {
  session: Session;
  scope: Scope;
  note: AuditNote;
}

const OWN_ACCESS = 'You cannot take your own access away. Ask somebody else to.';

/**
 * Returns the permissions of a user, and those that the caller could add: only permissions that the caller has can be
 * granted.
 */
export async function readPermissions(tx: Tx, { session, scope }: Caller, userId: number) {
  await getPerson(tx, scope, userId);
  const rest = await listOtherPermissions(tx, userId);
  return { data: await listPermissionsOf(tx, userId), available: rest.filter(({ name }) => may(session, name)) };
}

export async function addPermission(tx: Tx, caller: Caller, userId: number, permissionId: number) {
  const person = await lockPerson(tx, caller.scope, userId);
  await checkMayManage(tx, caller.session, person);
  const permission = await findPermission(tx, permissionId);
  if (!permission) throw new Invalid({ id: ['This permission does not exist.'] });
  if (!may(caller.session, permission.name))
    throw new Forbidden('You can only grant permissions that you have yourself.');
  await insertUserPermission(tx, userId, permissionId);
  caller.note.changed({}, { permission: permission.name });
  await announceAccess(tx);
  return readPermissions(tx, caller, userId);
}

export async function removePermission(tx: Tx, caller: Caller, userId: number, permissionId: number) {
  const person = await lockPerson(tx, caller.scope, userId);
  await checkMayManage(tx, caller.session, person);
  if (userId === caller.session.userId && caller.session.super_user !== 1) throw new Conflict(OWN_ACCESS);
  const permission = await findPermission(tx, permissionId);
  if (!permission || !(await deleteUserPermission(tx, userId, permissionId))) throw new NotFound('This permission');
  caller.note.changed({ permission: permission.name }, { permission: null });
  await announceAccess(tx);
  return readPermissions(tx, caller, userId);
}

const summary = ({ id, title }: { id: number; title: string }) => ({ id, title });

/** Leaves out applications that the caller does not belong to. */
export async function readApplications(tx: Tx, { session, scope }: Caller, userId: number) {
  await getPerson(tx, scope, userId);
  const known = session.super_user === 1 ? await listAllApplications(tx) : await listApplicationsOf(tx, session.userId);
  const assigned = new Set((await listApplicationsOf(tx, userId)).map(({ id }) => id));
  return {
    data: known.filter(({ id }) => assigned.has(id)).map(summary),
    available: known.filter(({ id }) => !assigned.has(id)).map(summary),
  };
}

export async function addApplication(tx: Tx, caller: Caller, userId: number, applicationId: number) {
  const person = await lockPerson(tx, caller.scope, userId);
  await checkMayManage(tx, caller.session, person);
  const { available, data } = await readApplications(tx, caller, userId);
  const application = [...available, ...data].find(({ id }) => id === applicationId);
  if (!application) throw new Invalid({ id: ['This application does not exist, or you are not in it.'] });
  const own = (await listApplicationsOf(tx, caller.session.userId)).find(({ id }) => id === applicationId);
  // A caller who sees only some wards adds the user with the same wards.
  await insertSeat(tx, userId, applicationId, caller.session.super_user === 1 ? [] : (own?.locations ?? []));
  caller.note.changed({}, { application: application.title, application_id: applicationId });
  await announceAccess(tx);
  return readApplications(tx, caller, userId);
}

/**
 * Removes a user from an application. The user may belong to others, which do not matter here, because each application
 * decides about its own members.
 */
export async function removeApplication(tx: Tx, caller: Caller, userId: number, applicationId: number) {
  const { session, scope, note } = caller;
  const person = await lockPerson(tx, scope, userId);
  await checkMayPlace(tx, session, person);
  if (userId === session.userId && session.super_user !== 1) throw new Conflict(OWN_ACCESS);
  const { data } = await readApplications(tx, caller, userId);
  const application = data.find(({ id }) => id === applicationId);
  if (!application) throw new NotFound('This application');
  await deleteSeat(tx, userId, applicationId);
  note.changed(
    { application: application.title, application_id: applicationId },
    { application: null, application_id: null },
  );
  await announceAccess(tx);
  const isGone = scope.applicationId === applicationId;
  return isGone
    ? { data: data.filter(({ id }) => id !== applicationId), available: [application] }
    : readApplications(tx, caller, userId);
}
