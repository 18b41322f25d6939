import { duty, may } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { AuditNote } from '../../platform/http/audit-calls.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { checkMayPlace, getPerson } from '../users/index.ts';
import { createAbsence, readAbsences } from './absences.ts';
import { deleteAbsence, getOwner } from './absences.queries.ts';
import { listMembers } from './members.queries.ts';

export function absenceRoutes(routes: Routes, ctx: Context): void {
  route(routes, duty.listOwnAbsences, ({ tx, scope, session }) =>
    readAbsences(tx, scope.applicationId, session.userId, ctx.clock()),
  );
  route(routes, duty.createOwnAbsence, async ({ tx, scope, session, body, note }) => ({
    data: await create(tx, ctx, scope, session.userId, body.absence, note),
  }));
  route(routes, duty.deleteOwnAbsence, async ({ tx, scope, session, params, note }) => {
    const userId = await getOwner(tx, scope.applicationId, params.id);
    if (userId !== session.userId) {
      // Whoever may change the person may take it back here as well; to others it does not exist.
      if (!may(session, 'users.update')) throw new NotFound('This absence');
      await checkPerson(tx, scope, session, userId);
    }
    return remove(tx, scope, userId, params.id, note);
  });

  route(routes, duty.listAbsences, async ({ tx, scope, session, params }) => {
    await checkPerson(tx, scope, session, params.id);
    return readAbsences(tx, scope.applicationId, params.id, ctx.clock());
  });
  route(routes, duty.createAbsence, async ({ tx, scope, session, params, body, note }) => {
    await checkPerson(tx, scope, session, params.id);
    return { data: await create(tx, ctx, scope, params.id, body.absence, note) };
  });
  route(routes, duty.deleteAbsence, async ({ tx, scope, session, params, note }) => {
    await checkPerson(tx, scope, session, params.id);
    return remove(tx, scope, params.id, params.absenceId, note);
  });
}

async function create(
  tx: Tx,
  ctx: Context,
  { applicationId }: ApplicationScope,
  userId: number,
  fields: duty.AbsenceFields,
  note: AuditNote,
) {
  note.changed({}, { ...fields, user_id: userId });
  return createAbsence(tx, applicationId, userId, fields, ctx.clock());
}

async function remove(tx: Tx, { applicationId }: ApplicationScope, userId: number, id: number, note: AuditNote) {
  const before = await deleteAbsence(tx, applicationId, userId, id);
  note.changed({ ...before, user_id: userId }, { from_day: null, to_day: null, deputy_id: null, user_id: null });
  return { data: { id } };
}

/** Throws unless the person belongs to the application and the caller may manage them there. */
async function checkPerson(tx: Tx, scope: ApplicationScope, session: Session, id: number): Promise<void> {
  const person = await getPerson(tx, scope, id);
  if ((await listMembers(tx, scope.applicationId, [id])).length === 0) throw new NotFound('This user');
  await checkMayPlace(tx, session, person, scope.applicationId);
}
