import { may } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { listApplicationsOf, listPermissionsOf } from './access.queries.ts';

type Person = { id: number; super_user: number };

/**
 * Why the caller may not change this person; null when he may. Whoever could change somebody who may more than himself
 * (a new password is enough) would soon be allowed all of it: so only those are his to manage who may nothing, are
 * nowhere and see no ward that he does not.
 */
export async function whyNotManage(tx: Tx, session: Session, person: Person): Promise<string | null> {
  const reason = await whyNotPlace(tx, session, person);
  if (reason || session.super_user === 1) return reason;
  const own = new Set((await listApplicationsOf(tx, session.userId)).map(({ id }) => id));
  const isElsewhere = (await listApplicationsOf(tx, person.id)).some(({ id }) => !own.has(id));
  return isElsewhere ? 'This person also belongs to another application. Ask a superuser.' : null;
}

/** The same for their landing page and wards, and for taking them out: what is elsewhere does not matter then. */
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

/** Wards among those that somebody sees; no wards stands for all of them. */
export const isWithin = (wards: readonly string[], limits: readonly string[]): boolean =>
  limits.length === 0 || (wards.length > 0 && wards.every((ward) => limits.includes(ward)));
