import type { BodyOf, users } from '@wardvoice/contract';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Conflict, Forbidden, Invalid } from '../../platform/errors.ts';
import type { AuditNote } from '../../platform/http/audit-calls.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import type { Scope } from '../../platform/scope.ts';
import { endOpenWays, endWaysIn } from '../credentials/index.ts';
import { whyNotGiveRole } from '../roles/index.ts';
import { announceAccess, endSessions } from '../sessions/index.ts';
import { EMAIL_TAKEN, ONLY_OWN_WARDS } from './create-user.ts';
import { checkMayManage, checkMayPlace, isWithin } from './may-manage.ts';
import {
  countOtherSuperusers,
  findSeat,
  isEmailTaken,
  lockPerson,
  updateSeat,
  updateUserColumns,
  type Person,
} from './people.queries.ts';

type Changes = BodyOf<typeof users.updateUser>;
interface Caller {
  session: PersonSession;
  scope: Scope;
  note: AuditNote;
}

/** Saves the user and their access to the current application. Both versions are checked before anything is saved. */
export async function updateUser(
  tx: Tx,
  caller: Caller,
  id: number,
  { user, application_user: seat }: Changes,
  now: Date,
): Promise<void> {
  const person = await lockPerson(tx, caller.scope, id);
  await checkMayPlace(tx, caller.session, person, caller.scope.applicationId);
  checkVersion(person.version, user.version);
  if (seat) await changeSeat(tx, caller, id, seat, caller.scope.applicationId);
  const { version: _version, ...columns } = user;
  // A form sends all fields. Fields that did not change need no permission.
  const stored: Record<string, unknown> = { ...person, active: person.deactivated_at === null ? 1 : 0 };
  const changes = Object.fromEntries(Object.entries(columns).filter(([field, value]) => value !== stored[field]));
  if (Object.keys(changes).length === 0) return;
  await checkMayManage(tx, caller.session, person);
  await changePerson(tx, caller, person, changes, now);
}

async function changePerson(
  tx: Tx,
  { session, note }: Caller,
  person: Person,
  { active, ...columns }: Omit<Changes['user'], 'version'>,
  now: Date,
): Promise<void> {
  if (columns.super_user === 1 && session.super_user !== 1)
    throw new Forbidden('Only superusers can make a superuser.');
  const wasActive = person.deactivated_at === null;
  const losesSuperUser = person.super_user === 1 && (columns.super_user === 0 || active === 0);
  if (losesSuperUser) await checkNotLastSuperuser(tx, person.id);
  if (person.id === session.userId && (losesSuperUser || active === 0))
    throw new Conflict('You cannot take your own access away. Ask somebody else to.');
  if (columns.email !== undefined && (await isEmailTaken(tx, columns.email, person.id)))
    throw new Invalid({ email: [EMAIL_TAKEN] });
  const deactivates = active === 0 && wasActive;
  const reactivates = active === 1 && !wasActive;
  const deactivated_at = deactivates ? { deactivated_at: now } : reactivates ? { deactivated_at: null } : {};
  await updateUserColumns(tx, person.id, { ...defined(columns), ...deactivated_at });
  note.changed({ ...person, active: Number(wasActive) }, { ...columns, ...(active === undefined ? {} : { active }) });
  const hasNewAddress = columns.email !== undefined && columns.email.toLowerCase() !== person.email.toLowerCase();
  // Whoever changes their own address stays signed in here.
  if (hasNewAddress) await endWaysIn(tx, person.id, now, person.id === session.userId ? { except: session.id } : {});
  if (deactivates) {
    await endOpenWays(tx, person.id, now);
    await endSessions(tx, person.id);
  }
}

/** Saves the wards of a user in an application that the caller, a superuser, need not work in. */
export async function updateWards(
  tx: Tx,
  caller: Caller,
  { id, applicationId }: { id: number; applicationId: number },
  seat: BodyOf<typeof users.updateUserApplication>['application_user'],
): Promise<void> {
  await lockPerson(tx, caller.scope, id);
  caller.note.changed({}, { application_id: applicationId });
  await changeSeat(tx, caller, id, seat, applicationId);
}

async function changeSeat(
  tx: Tx,
  { session, scope, note }: Caller,
  id: number,
  { version, landing_page, locations, role_id }: NonNullable<Changes['application_user']>,
  applicationId: Scope['applicationId'],
): Promise<void> {
  if (typeof applicationId !== 'number') throw new Conflict('Choose an application first.');
  const stored = await findSeat(tx, id, applicationId);
  if (!stored) throw new Conflict('This person is not in the application any more.');
  checkVersion(stored.version, version);
  if (locations !== undefined && !isWithin(locations, scope.locations))
    throw new Invalid({ 'application_user.locations': [ONLY_OWN_WARDS] });
  if (role_id !== undefined && role_id !== stored.role_id) await checkNewRole(tx, { session, scope }, id, role_id);
  const changes = defined({
    landing_page: landing_page === undefined ? undefined : landing_page || null,
    locations: locations && [...new Set(locations)],
    role_id,
  });
  await updateSeat(tx, id, applicationId, changes);
  note.changed(stored, changes);
  if (role_id !== undefined) await announceAccess(tx);
}

async function checkNewRole(
  tx: Tx,
  caller: Pick<Caller, 'session' | 'scope'>,
  id: number,
  roleId: number | null,
): Promise<void> {
  if (id === caller.session.userId && caller.session.super_user !== 1)
    throw new Conflict('You cannot change your own role. Ask somebody else to.');
  const problem = roleId === null ? null : await whyNotGiveRole(tx, caller, roleId);
  if (problem) throw new Invalid({ 'application_user.role_id': [problem] });
}

/**
 * Throws Conflict when the user is the last superuser. Of two superusers who demote each other at once, the second is
 * refused.
 */
export async function checkNotLastSuperuser(tx: Tx, id: number): Promise<void> {
  await lockFor(tx, 'superusers');
  if ((await countOtherSuperusers(tx, id)) === 0)
    throw new Conflict('This is the last active superuser. Make another one first.');
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const defined = <T extends object>(columns: T): Defined<T> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Defined<T>;
