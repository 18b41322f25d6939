import { cases, may, type BodyOf } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Conflict } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import { announce } from '../../../platform/live.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { checkSeesWard } from '../../users/index.ts';
import { getCase, insertStep } from '../cases.queries.ts';
import { announceEvent } from '../../webhooks/index.ts';
import { notifyAssigned } from './notify-assigned.ts';
import { lockCase, setClaimer } from './assign.queries.ts';

/** What somebody needs to work on a case. */
export const WORK_ON_CASES = ['cases.list', 'cases.update'] as const;

/**
 * Gives a case to a colleague, as if they had claimed it, and tells them. Throws Conflict when somebody else has it by
 * now, and Invalid for somebody who does not work on cases of this ward. The same request again changes nothing.
 */
export async function assignCase(
  tx: Tx,
  ctx: Context,
  { scope, session }: { scope: ApplicationScope; session: Session },
  id: number,
  { assignment: { to_id, instead_of_id }, note = '' }: BodyOf<typeof cases.assignCase>['case'],
): Promise<void> {
  const { applicationId } = scope;
  const now = ctx.clock();
  const locked = await lockCase(tx, applicationId, id);
  const record = await getCase(tx, scope, id, now);
  const { claimed_by_id, location } = record;
  const state = cases.CASE_ASSIGNED[record.state];
  if (!state) throw new Conflict('This case is closed. Reopen it first.');
  if (claimed_by_id === to_id) return;
  const claimer = record.claimed_by_name ?? 'somebody';
  if (claimed_by_id !== instead_of_id)
    throw new Conflict(
      claimed_by_id === null
        ? 'Nobody has this case any more. Look again, then choose.'
        : `${claimer} has this case by now. Look again, then choose.`,
    );
  if (claimed_by_id !== null && claimed_by_id !== session.userId && !may(session, 'admin'))
    throw new Conflict(`Only ${claimer}, who claimed this case, or an administrator can give it to somebody else.`);
  await checkSeesWard(tx, applicationId, { userId: to_id, ward: location, permissions: WORK_ON_CASES });
  await setClaimer(tx, applicationId, id, { state, userId: to_id });
  const stepId = await insertStep(tx, applicationId, {
    case_id: id,
    action: 'assigned',
    user_id: session.userId,
    to_user_id: to_id,
    note: note || null,
    at: now,
  });
  const moved = { case_id: id, action: 'assigned' as const, from: record.state, to: state };
  await announceEvent(tx, applicationId, 'case.moved', moved, now);
  if (to_id !== session.userId) await notifyAssigned(tx, ctx, locked, { userId: to_id, stepId });
  await announce(tx, applicationId, ['cases', 'inbox', 'deliveries']);
}
