import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { lockCase } from './assign/assign.queries.ts';
import { findNote, getCase, insertStep } from './cases.queries.ts';

/** The same words by the same person within this time are one note: the request came twice. */
const SAME_NOTE_MS = 60_000;

/** Adds a note to a case in any state, without moving it. */
export async function addNote(tx: Tx, ctx: Context, scope: ApplicationScope, id: number, note: string): Promise<void> {
  const { applicationId, userId } = scope;
  const now = ctx.clock();
  await lockCase(tx, applicationId, id);
  await getCase(tx, scope, id, now);
  const since = new Date(now.getTime() - SAME_NOTE_MS);
  if (await findNote(tx, applicationId, { case_id: id, user_id: userId, note }, since)) return;
  await insertStep(tx, applicationId, { case_id: id, action: 'note', user_id: userId, note, at: now });
  await announce(tx, applicationId, ['cases']);
}
