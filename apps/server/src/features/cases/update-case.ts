import { cases, may, type BodyOf } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { announceEvent } from '../webhooks/index.ts';
import { lockCase } from './assign/assign.queries.ts';
import { checkCause } from '../case-causes/index.ts';
import { dueTimeOf } from './due/due-time-of.ts';
import { getCaseLimits } from './due/due.queries.ts';
import { getCase, insertStep, type CaseRecord } from './cases.queries.ts';
import { lockOpenCase } from './escalation.queries.ts';
import { moveCase } from './move-case.queries.ts';
import { holdBackDeEscalation, sendDeEscalation } from './send-de-escalation.ts';
import { notifyLevel } from './notify-level.ts';

interface Actor {
  scope: ApplicationScope;
  session: Session;
}

/**
 * Moves a case on. Of two people at once, one succeeds. After a claim, only the person who claimed it or an
 * administrator may move it.
 */
export async function updateCase(
  tx: Tx,
  ctx: Context,
  { scope, session }: Actor,
  id: number,
  { action, note, de_escalation = false, cause_id, actions_taken }: BodyOf<typeof cases.updateCase>['case'],
): Promise<void> {
  const { applicationId } = scope;
  const now = ctx.clock();
  await lockCase(tx, applicationId, id);
  const before = await getCase(tx, scope, id, now);
  if (action === 'claim' && session.userId === null)
    throw new Conflict('An API key cannot claim a case. Give the case to a person instead.');
  const ownOnly = (action === 'contacted' || action === 'close') && !may(session, 'admin');
  const dueAt = dueTimeOf(before.severity, await getCaseLimits(tx, applicationId), now);
  if (action === 'close') await checkCause(tx, applicationId, cause_id);
  const outcome = { cause_id: cause_id ?? null, actions_taken: actions_taken || null };
  const moved = await moveCase(tx, scope, id, { action, userId: session.userId, ownOnly, now, dueAt, outcome });
  if (!moved) throw new Conflict(whyNot(await getCase(tx, scope, id, now), action, session.userId));
  await insertStep(tx, applicationId, { case_id: id, action, user_id: session.userId, note: note || null, at: now });
  const moving = { case_id: id, from: before.state };
  if (action === 'close')
    await announceEvent(tx, applicationId, 'case.closed', { ...moving, cause_id: outcome.cause_id }, now);
  else
    await announceEvent(tx, applicationId, 'case.moved', { ...moving, action, to: cases.CASE_MOVES[action].to }, now);
  if (action === 'close' && de_escalation) {
    await sendDeEscalation(tx, ctx, applicationId, id);
    const step = { case_id: id, action: 'de_escalation', user_id: session.userId, note: null, at: now };
    await insertStep(tx, applicationId, step);
  }
  if (action === 'reopen') {
    await holdBackDeEscalation(tx, applicationId, id);
    const record = await lockOpenCase(tx, applicationId, id);
    if (record) await notifyLevel(tx, ctx, record, 1);
  }
  await announce(tx, applicationId, ['cases', 'inbox', 'deliveries']);
}

function whyNot(record: CaseRecord, action: cases.CaseAction, userId: number | null): string {
  const claimer = userId !== null && record.claimed_by_id === userId ? 'you' : (record.claimed_by_name ?? 'somebody');
  if (record.state === 'closed') return 'This case is closed. Reopen it first.';
  switch (action) {
    case 'claim':
      return claimer === 'you' ? 'You have claimed this case already.' : `${claimer} has claimed this case already.`;
    case 'reopen':
      return 'Only a closed case can be reopened.';
    case 'contacted':
    case 'close':
      if (record.state === 'new' || record.state === 'reopened') return 'Claim this case first.';
      if (claimer !== 'you') return `Only ${claimer}, who claimed this case, or an administrator can do this.`;
      return 'This has been noted already.';
  }
}
