import type { Tx } from '../../platform/db/database.ts';
import { newToken } from '../../platform/secrets.ts';
import { endOpenWays, endWaysIn } from '../credentials/index.ts';
import { announceAccess, endSessions } from '../sessions/index.ts';
import { deleteSeat, listApplicationsOf } from './access.queries.ts';
import { hashPassword } from './ensure-first-superuser.ts';
import { updateSeat, updateUserColumns } from './people.queries.ts';
import { assignApplication, insertRegistered } from './users.queries.ts';

/*
 * What an identity provider does to people, through the slice scim. Whether it may is decided there. Whoever calls this has locked
 * the person.
 */

/** Makes a user whose password nobody knows. Returns null where the address is taken. */
export const insertWithoutPassword = async (tx: Tx, user: { name: string; email: string }): Promise<number | null> =>
  insertRegistered(tx, { ...user, password_hash: await hashPassword(newToken()) });

/**
 * Makes an account that was in nobody's hands belong to whoever reads its mailbox: its password and every other way in end,
 * because somebody who administered it meanwhile may know them.
 */
export async function claimAnew(tx: Tx, id: number, now: Date): Promise<void> {
  await updateUserColumns(tx, id, { password_hash: await hashPassword(newToken()) });
  await endWaysIn(tx, id, now);
}

/** Saves a name and address. With a new address the account belongs to whoever reads the new mailbox. */
export async function changeDetails(
  tx: Tx,
  person: { id: number; email: string },
  details: { name: string; email: string },
  now: Date,
): Promise<void> {
  await updateUserColumns(tx, person.id, details);
  if (details.email.toLowerCase() !== person.email.toLowerCase()) await endWaysIn(tx, person.id, now);
}

/** Lets a person into an application. */
export async function placeInApplication(
  tx: Tx,
  userId: number,
  applicationId: number,
  seat: { landingPage?: string | null; locations: string[] },
): Promise<void> {
  await assignApplication(tx, userId, applicationId, seat);
  await announceAccess(tx);
}

/**
 * Takes a person out of an application, with what they may do there. Whoever is in no other one is signed out everywhere; the
 * sessions of others see nothing of it from their next call on.
 */
export async function removeFromApplication(tx: Tx, userId: number, applicationId: number, now: Date): Promise<void> {
  await deleteSeat(tx, userId, applicationId);
  await announceAccess(tx);
  if ((await listApplicationsOf(tx, userId)).length > 0) return;
  await endOpenWays(tx, userId, now);
  await endSessions(tx, userId);
}

/** Gives a person a role in an application, instead of the one they have; null: none. */
export async function setRole(tx: Tx, userId: number, applicationId: number, roleId: number | null): Promise<void> {
  await updateSeat(tx, userId, applicationId, { role_id: roleId });
  await announceAccess(tx);
}
