import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Finds cases about answers or texts of these patients and contacts, or about visits of the patients. */
export async function findCasesOf(
  tx: Tx,
  applicationId: number,
  { patientIds, contactIds }: { patientIds: readonly number[]; contactIds: readonly number[] },
): Promise<{ id: number; isOpen: boolean }[]> {
  const { rows } = await sql<{ id: number; isOpen: boolean }>`
    select c.id, c.state <> 'closed' as "isOpen" from cases c
    left join feedback f on f.application_id = c.application_id and f.id = c.feedback_id
    left join invitations i on i.application_id = f.application_id and i.id = f.invitation_id
    left join inbound_texts x on x.application_id = c.application_id and x.id = c.text_id
    left join visits v on v.application_id = c.application_id and v.id = c.visit_id
    where c.application_id = ${applicationId} and (
      coalesce(i.patient_id, x.patient_id, v.patient_id) = any(${patientIds}::bigint[])
      or coalesce(i.contact_id, x.contact_id) = any(${contactIds}::bigint[]))
    order by c.id`.execute(tx);
  return rows;
}

/** Deletes the words of the person, and of colleagues about the person, from these cases. */
export async function forgetCases(tx: Tx, applicationId: number, ids: readonly number[]): Promise<void> {
  await sql`update cases set answer = '', actions_taken = null where application_id = ${applicationId} and id = any(${ids}::bigint[])`.execute(
    tx,
  );
  await sql`
    update case_steps set note = null
    where application_id = ${applicationId} and case_id = any(${ids}::bigint[]) and note is not null`.execute(tx);
}
