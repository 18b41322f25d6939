import { cases } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

interface Move {
  action: cases.CaseAction;
  /** Null: an API key moves it, which claims nothing. */
  userId: number | null;
  /** The move is allowed only to the user who has claimed the case. */
  ownOnly: boolean;
  now: Date;
  /** Until when a reopened case should be closed; of no meaning for other moves. */
  dueAt: Date;
  /** What is kept of a closed case. */
  outcome: { cause_id: number | null; actions_taken: string | null };
}

/**
 * Moves the case in one statement, so that of two moves at once one succeeds. Returns false when the case was not in a
 * state in which this move is allowed.
 */
export async function moveCase(
  tx: Tx,
  scope: ApplicationScope,
  id: number,
  { action, userId, ownOnly, now, dueAt, outcome }: Move,
): Promise<boolean> {
  const { from, to } = cases.CASE_MOVES[action];
  const { numUpdatedRows } = await tx
    .updateTable('cases')
    .set({ state: to, next_level_at: null })
    .$if(action === 'claim', (move) => move.set({ claimed_by_id: userId }))
    .$if(action === 'close', (move) => move.set({ closed_at: now, ...outcome }))
    .$if(action === 'reopen', (move) => move.set({ claimed_by_id: null, closed_at: null, level: 0, due_at: dueAt }))
    .where('application_id', '=', scope.applicationId)
    .where('id', '=', id)
    .where('state', 'in', from as cases.CaseState[])
    .$if(ownOnly, (move) => move.where('claimed_by_id', '=', userId))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
