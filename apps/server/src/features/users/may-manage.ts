import { may } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { listApplicationsOf, listPermissionsOf } from './access.queries.ts';

type Person = { id: number; super_user: number };

/**
 * Returns why the caller may not change this user; null when the caller may. Somebody who can change a user (a new
 * password is enough) could get all their access. So a caller may change only users who have no permission, application
 * or ward that the caller does not have.
 */
export async function whyNotManage(tx: Tx, session: Session, person: Person): Promise<string | null> {
  const reason = await whyNotPlace(tx, session, person);
  if (reason || session.super_user === 1) return reason;
  const own = new Set((await listApplicationsOf(tx, session.userId)).map(({ id }) => id));
  const isElsewhere = (await listApplicationsOf(tx, person.id)).some(({ id }) => !own.has(id));
  return isElsewhere ? 'This person also belongs to another application. Ask a superuser.' : null;
}

/**
 * Returns why the caller may not change the user's landing page and wards in this application, or remove them from it.
 * Their access elsewhere does not matter for that.
 */
export async function whyNotPlace(tx: Tx, session: Session, person: Person): Promise<string | null> {
  if (session.super_user === 1) return null;
  if (person.super_user === 1) return 'Only superusers can change a superuser.';
  const permissions = await listPermissionsOf(tx, person.id);
  if (permissions.some(({ name }) => !may(session, name)))
    return 'This person has permissions that you do not have. Ask somebody who has them.';
  const own = await listApplicationsOf(tx, session.userId);
  const seesMore = (await listApplicationsOf(tx, person.id)).some((theirs) => {
    const ours = own.find(({ id }) => id === theirs.id);
    return ours && !isWithin(theirs.locations, ours.locations);
  });
  return seesMore ? 'This person sees wards that you do not see.' : null;
}

export async function checkMayManage(tx: Tx, session: Session, person: Person): Promise<void> {
  const reason = await whyNotManage(tx, session, person);
  if (reason) throw new Forbidden(reason);
}

export async function checkMayPlace(tx: Tx, session: Session, person: Person): Promise<void> {
  const reason = await whyNotPlace(tx, session, person);
  if (reason) throw new Forbidden(reason);
}

/** Returns whether these wards are among those of the caller. An empty list of wards stands for all. */
export const isWithin = (wards: readonly string[], limits: readonly string[]): boolean =>
  limits.length === 0 || (wards.length > 0 && wards.every((ward) => limits.includes(ward)));
