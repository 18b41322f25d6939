import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { announceAccess } from '../sessions/index.ts';
import { listTitleOf } from './access.queries.ts';
import type { Caller } from './change-access.ts';
import { findSeat, lockByEmail } from './people.queries.ts';
import { assignApplication } from './users.queries.ts';

interface NewSeat {
  landing_page?: string | null | undefined;
  locations?: string[] | undefined;
  role_id?: number | null | undefined;
}

/**
 * Lets somebody who has an account already into the caller's application, with what was chosen for them there. Only for
 * superusers: others must not learn from an address that its owner works elsewhere, so for them null is returned.
 */
export async function addExisting(
  tx: Tx,
  { session, scope, note }: Caller,
  email: string,
  { landing_page, locations = [], role_id = null }: NewSeat,
): Promise<{ id: number; name: string } | null> {
  const { applicationId } = scope;
  if (session.super_user !== 1 || typeof applicationId !== 'number') return null;
  const person = await lockByEmail(tx, email);
  if (!person) return null;
  if (await findSeat(tx, person.id, applicationId))
    throw new Invalid({ email: ['This person belongs to this application already.'] });
  await assignApplication(tx, person.id, applicationId, {
    landingPage: landing_page || null,
    locations,
    roleId: role_id,
  });
  const [application] = await listTitleOf(tx, applicationId);
  note.changed({}, { user_id: person.id, application, application_id: applicationId, locations, role_id });
  await announceAccess(tx);
  return person;
}
