import { may } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Scope } from '../../platform/scope.ts';
import { listApplicationsOf, listHeldPermissions } from './access.queries.ts';

type Person = { id: number; super_user: number };

const OF_SUPERUSER = 'Only superusers can change a superuser.';
const MORE_PERMISSIONS = 'This person has permissions that you do not have. Ask somebody who has them.';
const MORE_WARDS = 'This person sees wards that you do not see.';
const ELSEWHERE = 'This person also belongs to another application. Ask a superuser.';

/** What somebody may do and see in one application. */
export interface Access {
  permissions: readonly string[];
  /** Wards; empty means all. */
  locations: readonly string[];
}

/**
 * Returns why the caller may not change this user; null when the caller may. Somebody who can change a user (a new
 * password is enough) could get all their access. So a caller may change only users who have no permission, application
 * or ward that the caller does not have.
 */
export async function whyNotManage(tx: Tx, session: Session, person: Person): Promise<string | null> {
  if (session.super_user === 1) return null;
  if (person.super_user === 1) return OF_SUPERUSER;
  const own = await readOwnAccess(tx, session);
  const reasons = [...(await readAccess(tx, person.id))].map(([id, theirs]) => whyNotReach(own.get(id), theirs));
  return [MORE_PERMISSIONS, MORE_WARDS, ELSEWHERE].find((reason) => reasons.includes(reason)) ?? null;
}

/**
 * Returns why the caller may not change the user's landing page, wards, role and permissions in an application, or remove
 * them from it. Their access elsewhere does not matter for that.
 */
export async function whyNotPlace(
  tx: Tx,
  session: Session,
  person: Person,
  applicationId: Scope['applicationId'],
): Promise<string | null> {
  if (session.super_user === 1) return null;
  if (person.super_user === 1) return OF_SUPERUSER;
  const theirs = typeof applicationId === 'number' && (await readAccess(tx, person.id)).get(applicationId);
  if (!theirs) return null;
  return whyNotReach((await readOwnAccess(tx, session)).get(applicationId), theirs);
}

export async function checkMayManage(tx: Tx, session: Session, person: Person): Promise<void> {
  const reason = await whyNotManage(tx, session, person);
  if (reason) throw new Forbidden(reason);
}

export async function checkMayPlace(
  tx: Tx,
  session: Session,
  person: Person,
  applicationId: Scope['applicationId'],
): Promise<void> {
  const reason = await whyNotPlace(tx, session, person, applicationId);
  if (reason) throw new Forbidden(reason);
}

/** Returns what the caller may do and see, by application. An API key has one application. */
async function readOwnAccess(tx: Tx, session: Session): Promise<Map<number, Access>> {
  if (session.userId !== null) return readAccess(tx, session.userId);
  const { applicationId, permissions, locations } = session;
  return new Map(applicationId === null ? [] : [[applicationId, { permissions, locations }]]);
}

/** Returns what somebody may do and see, by application. */
export async function readAccess(tx: Tx, userId: number): Promise<Map<number, Access>> {
  const held = await listHeldPermissions(tx, userId);
  const seats = await listApplicationsOf(tx, userId);
  return new Map(
    seats.map(({ id, locations }) => [
      id,
      { permissions: held.find((of) => of.application_id === id)?.names ?? [], locations },
    ]),
  );
}

/** Returns why somebody with one access may not change a person with the other; null when they may. */
export function whyNotReach(own: Access | undefined, theirs: Access): string | null {
  if (!own) return ELSEWHERE;
  if (!theirs.permissions.every((name) => mayIn(own, name))) return MORE_PERMISSIONS;
  return isWithin(theirs.locations, own.locations) ? null : MORE_WARDS;
}

/** Returns whether somebody who is no superuser has a permission by their access to an application. */
export const mayIn = ({ permissions }: Access, permission: string): boolean =>
  may({ super_user: 0, permissions }, permission);

/** Returns whether these wards are among those of the caller. An empty list of wards stands for all. */
export const isWithin = (wards: readonly string[], limits: readonly string[]): boolean =>
  limits.length === 0 || (wards.length > 0 && wards.every((ward) => limits.includes(ward)));
