import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import type { AuditNote } from '../../platform/http/audit-calls.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { writeAccountEmail } from '../account/index.ts';
import { announceAccess } from '../sessions/index.ts';
import { assignApplication, closeAccount, lockWithoutAccess } from '../users/index.ts';
import { isConfirmed, recordDecision } from './registrations.queries.ts';

interface Decision {
  id: number;
  session: PersonSession;
  note: AuditNote;
}

/** Lets the person into the caller's application. A caller who sees only some wards gives the same wards. */
export async function grantRegistration(
  tx: Tx,
  ctx: Context,
  { id, session, note, scope }: Decision & { scope: ApplicationScope },
): Promise<{ id: number; user_id: number }> {
  const { user_id, email } = await decide(tx, ctx, { id, session }, 'granted');
  await assignApplication(tx, user_id, scope.applicationId, { locations: [...scope.locations] });
  await writeAccountEmail(tx, ctx, { user_id, kind: 'registration_granted' });
  await announceAccess(tx);
  note.changed({}, { email, application_id: scope.applicationId });
  return { id, user_id };
}

/** Deletes the account, so that its address is free, and tells the person. */
export async function refuseRegistration(
  tx: Tx,
  ctx: Context,
  { id, session, note }: Decision,
): Promise<{ id: number; user_id: number }> {
  const { user_id, email } = await decide(tx, ctx, { id, session }, 'refused');
  await closeAccount(tx, { id: user_id, deactivated_at: null }, ctx.clock());
  await writeAccountEmail(tx, ctx, { recipient: email, kind: 'registration_refused' });
  note.changed({ email }, { email: null });
  return { id, user_id };
}

/** Of two decisions at once, one gets the person and the other 409. */
async function decide(
  tx: Tx,
  ctx: Context,
  { id, session }: Pick<Decision, 'id' | 'session'>,
  decision: 'granted' | 'refused',
) {
  const decided = await recordDecision(tx, id, { decision, decided_at: ctx.clock(), decided_by: session.userId });
  if (!decided && !(await isConfirmed(tx, id))) throw new NotFound('This registration');
  // Somebody may have added the person to an application in another way, or deactivated them.
  if (!decided || !(await lockWithoutAccess(tx, decided.user_id)))
    throw new Conflict('Somebody has decided about this person already.');
  return decided;
}
