import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { applicationScope } from '../../platform/scope.ts';
import { refreshMailingList } from '../mailing-lists/index.ts';

/** Refreshes a rule-based list before a run queues it, so that the run is for those who are on the list now. */
export async function fillList(
  tx: Tx,
  applicationId: number,
  run: { id: number; mailing_list_id: number },
  now: Date,
): Promise<void> {
  const { contacts_count } = await refreshMailingList(tx, applicationScope(applicationId), run.mailing_list_id, now);
  await sql`
    update broadcast_runs set list_filled_at = ${now}, total = ${contacts_count}
    where application_id = ${applicationId} and id = ${run.id}`.execute(tx);
}
