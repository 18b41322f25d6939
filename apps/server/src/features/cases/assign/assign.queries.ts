import type { cases } from '@wardvoice/contract';
import type { Tx } from '../../../platform/db/database.ts';
import { NotFound } from '../../../platform/errors.ts';
import { caseToTell, type CaseToTell } from '../escalation.queries.ts';

/** Locks a case in whatever state it is, until this transaction ends. */
export async function lockCase(tx: Tx, applicationId: number, id: number): Promise<CaseToTell> {
  const locked = await tx
    .selectFrom('cases')
    .select(caseToTell)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw new NotFound('This case');
  return locked;
}

/** Makes somebody the one who works on a case, so that no further level is notified. The caller holds its lock. */
export async function setClaimer(
  tx: Tx,
  applicationId: number,
  id: number,
  { state, userId }: { state: cases.CaseState; userId: number },
): Promise<void> {
  await tx
    .updateTable('cases')
    .set({ state, claimed_by_id: userId, next_level_at: null })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}
