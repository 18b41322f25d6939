import { cases } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { announceEvent } from '../webhooks/index.ts';

interface Moved {
  case_id: number;
  action: cases.CaseAction;
  from: cases.CaseState;
  cause_id: number | null;
}

/** Tells webhooks of a case that a person has moved. Closing one is an event of its own. */
export async function announceMove(
  tx: Tx,
  applicationId: number,
  { case_id, action, from, cause_id }: Moved,
  now: Date,
): Promise<void> {
  if (action === 'close') await announceEvent(tx, applicationId, 'case.closed', { case_id, from, cause_id }, now);
  else {
    const { to } = cases.CASE_MOVES[action];
    await announceEvent(tx, applicationId, 'case.moved', { case_id, action, from, to }, now);
  }
}
