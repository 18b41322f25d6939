import { may } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts';
import type { AuditNote } from '../../platform/http/audit-calls.ts';
import type { PersonSession } from '../../platform/http/session.ts';
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
  listGrants,
  listOtherPermissions,
} from './access.queries.ts';
import { checkMayManage, checkMayPlace, mayIn, readAccess } from './may-manage.ts';
import { getPerson, lockPerson } from './people.queries.ts';

export interface Caller {
  session: PersonSession;
  scope: Scope;
  note: AuditNote;
}

const OWN_ACCESS = 'You cannot take your own access away. Ask somebody else to.';

/** The application that a grant counts in: the caller's, or null for every one, which only superusers may choose. */
const grantedIn = ({ scope }: Caller) => (typeof scope.applicationId === 'number' ? scope.applicationId : null);

/**
 * Returns the permissions of a user in the caller's application, beside those of their role, and those that the caller
 * could add: only permissions that the caller has can be granted. For a superuser without an application they are those
 * in every application of the user.
 */
export async function readPermissions(tx: Tx, caller: Caller, userId: number) {
  await getPerson(tx, caller.scope, userId);
  const applicationId = grantedIn(caller);
  const rest = await listOtherPermissions(tx, userId, applicationId);
  return {
    data: await listGrants(tx, userId, applicationId),
    available: rest.filter(({ name }) => may(caller.session, name)),
  };
}

export async function addPermission(tx: Tx, caller: Caller, userId: number, permissionId: number) {
  const person = await lockPerson(tx, caller.scope, userId);
  await checkMayPlace(tx, caller.session, person, caller.scope.applicationId);
  const permission = await findPermission(tx, permissionId);
  if (!permission) throw new Invalid({ id: ['This permission does not exist.'] });
  if (!may(caller.session, permission.name))
    throw new Forbidden('You can only grant permissions that you have yourself.');
  await insertUserPermission(tx, { user_id: userId, application_id: grantedIn(caller), permission_id: permissionId });
  caller.note.changed({}, { permission: permission.name, application_id: grantedIn(caller) });
  await announceAccess(tx);
  return readPermissions(tx, caller, userId);
}

export async function removePermission(tx: Tx, caller: Caller, userId: number, permissionId: number) {
  const person = await lockPerson(tx, caller.scope, userId);
  await checkMayPlace(tx, caller.session, person, caller.scope.applicationId);
  if (userId === caller.session.userId && caller.session.super_user !== 1) throw new Conflict(OWN_ACCESS);
  const application_id = grantedIn(caller);
  const grants = await listGrants(tx, userId, application_id);
  const permission = grants.find(({ id }) => id === permissionId);
  if (!permission) throw new NotFound('This permission');
  if (!(await deleteUserPermission(tx, { user_id: userId, application_id, permission_id: permissionId })))
    throw new Conflict('A superuser granted this permission in every application. Ask one to take it away there.');
  caller.note.changed({ permission: permission.name, application_id }, { permission: null, application_id: null });
  await announceAccess(tx);
  return readPermissions(tx, caller, userId);
}

const summary = ({ id, title }: { id: number; title: string }) => ({ id, title });

/** Leaves out applications that the caller does not belong to. Users are added to those where the caller may do so. */
export async function readApplications(tx: Tx, { session, scope }: Caller, userId: number) {
  await getPerson(tx, scope, userId);
  const isSuperuser = session.super_user === 1;
  const known = isSuperuser ? await listAllApplications(tx) : await listApplicationsOf(tx, session.userId);
  const own = await readAccess(tx, session.userId);
  const mayAdd = (id: number) => isSuperuser || mayUpdateUsers(own.get(id));
  const seats = new Map((await listApplicationsOf(tx, userId)).map((seat) => [seat.id, seat]));
  return {
    data: known
      .filter(({ id }) => seats.has(id))
      .map((application) => ({
        ...summary(application),
        seat: isSuperuser ? seatOf(seats.get(application.id)) : null,
      })),
    available: known.filter(({ id }) => !seats.has(id) && mayAdd(id)).map(summary),
  };
}

type Seat = Awaited<ReturnType<typeof listApplicationsOf>>[number];

const seatOf = (seat: Seat | undefined) =>
  seat
    ? {
        locations: seat.locations,
        role: seat.role_id === null || seat.role_name === null ? null : { id: seat.role_id, name: seat.role_name },
        version: seat.version,
      }
    : null;

const mayUpdateUsers = (access: Parameters<typeof mayIn>[0] | undefined): boolean =>
  access !== undefined && mayIn(access, 'users.update');

export async function addApplication(tx: Tx, caller: Caller, userId: number, applicationId: number) {
  const { session } = caller;
  const person = await lockPerson(tx, caller.scope, userId);
  await checkMayManage(tx, session, person);
  const { available, data } = await readApplications(tx, caller, userId);
  const application = [...available, ...data].find(({ id }) => id === applicationId);
  if (!application) throw new Invalid({ id: ['This application does not exist, or you may not add anybody to it.'] });
  const own = session.super_user === 1 ? undefined : (await readAccess(tx, session.userId)).get(applicationId);
  const everywhere = await listGrants(tx, userId, null);
  if (own && !everywhere.every(({ name }) => mayIn(own, name)))
    throw new Forbidden('This person would have permissions there that you do not have. Ask a superuser.');
  // A caller who sees only some wards adds the user with the same wards.
  await insertSeat(tx, userId, applicationId, [...(own?.locations ?? [])]);
  caller.note.changed({}, { application: application.title, application_id: applicationId });
  await announceAccess(tx);
  return readApplications(tx, caller, userId);
}

/**
 * Removes a user from an application, with what they may do there. The user may belong to others, which do not matter
 * here, because each application decides about its own members.
 */
export async function removeApplication(tx: Tx, caller: Caller, userId: number, applicationId: number) {
  const { session, scope, note } = caller;
  const person = await lockPerson(tx, scope, userId);
  await checkMayPlace(tx, session, person, applicationId);
  if (userId === session.userId && session.super_user !== 1) throw new Conflict(OWN_ACCESS);
  const { data } = await readApplications(tx, caller, userId);
  const application = data.find(({ id }) => id === applicationId);
  if (!application) throw new NotFound('This application');
  if (session.super_user !== 1 && !mayUpdateUsers((await readAccess(tx, session.userId)).get(applicationId)))
    throw new Forbidden('You may not change who belongs to this application.');
  await deleteSeat(tx, userId, applicationId);
  note.changed(
    { application: application.title, application_id: applicationId },
    { application: null, application_id: null },
  );
  await announceAccess(tx);
  const isGone = scope.applicationId === applicationId;
  return isGone
    ? { data: data.filter(({ id }) => id !== applicationId), available: [summary(application)] }
    : readApplications(tx, caller, userId);
}
