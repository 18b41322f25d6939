import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { forgetNotes } from './follow-up.queries.ts';

/**
 * Deletes what these patients and contacts wrote or entered in their answers, and what colleagues noted about these or tagged them with. What
 * they chose stays, as a figure of nobody. Returns the ids of the answered surveys.
 */
export async function forgetAnswersOf(
  tx: Tx,
  applicationId: number,
  { patientIds, contactIds }: { patientIds: readonly number[]; contactIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from invitations i
    join feedback f on f.application_id = i.application_id and f.invitation_id = i.id
    where i.application_id = ${applicationId}
      and (i.patient_id = any(${patientIds}::bigint[]) or i.contact_id = any(${contactIds}::bigint[]))`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`
    update feedback_answers set text = null, number = null, day = null
    where application_id = ${applicationId} and feedback_id = any(${ids}::bigint[]) 
      and num_nonnulls(text, number, day) > 0`.execute(tx);
  await forgetNotes(tx, applicationId, ids);
  // Whoever reads on by change number hears of it.
  await sql`
    update feedback set tags = '{}'
    where application_id = ${applicationId} and id = any(${ids}::bigint[])`.execute(tx);
  return ids;
}
