import { cases } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/scope.ts';

interface Move {
  action: cases.CaseAction;
  userId: number;
  /** Only if this user has claimed it. */
  ownOnly: boolean;
  now: Date;
}

/** One statement decides a race; false when the case was not in a state from which this move leads. */
export async function moveCase(
  tx: Tx,
  scope: Scope,
  id: number,
  { action, userId, ownOnly, now }: Move,
): Promise<boolean> {
  const { from, to } = cases.CASE_MOVES[action];
  const { numUpdatedRows } = await tx
    .updateTable('cases')
    .set({ state: to, next_level_at: null })
    .$if(action === 'claim', (move) => move.set({ claimed_by_id: userId }))
    .$if(action === 'close', (move) => move.set({ closed_at: now }))
    .$if(action === 'reopen', (move) => move.set({ claimed_by_id: null, closed_at: null, level: 0 }))
    .where('application_id', '=', scope.applicationId as number)
    .where('id', '=', id)
    .where('state', 'in', from as cases.CaseState[])
    .$if(ownOnly, (move) => move.where('claimed_by_id', '=', userId))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
