import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Gives a patient the places in pathways that began with their visits and messages, after these were moved to the patient: the steps of
 * months to come go to whoever the visit is of. A place of a record that was merged into the patient's stays with it, because it stands for
 * the patient and returns when the merge is undone. Nobody is in a pathway twice: of several places, the earliest goes on.
 */
export async function moveEnrolments(tx: Tx, applicationId: number, toId: number): Promise<void> {
  const { rows: moved } = await sql<{ id: number }>`
    select e.id from (
      select of_visit.id, of_visit.patient_id from visits v
      join pathway_enrolments of_visit on of_visit.application_id = v.application_id and of_visit.visit_id = v.id
      where v.application_id = ${applicationId} and v.patient_id = ${toId}
      union all
      select of_message.id, of_message.patient_id from hl7_messages m
      join pathway_enrolments of_message on of_message.application_id = m.application_id and of_message.message_id = m.id
      where m.application_id = ${applicationId} and m.patient_id = ${toId} and of_message.visit_id is null) e
    join patients p on p.application_id = ${applicationId} and p.id = e.patient_id
    where p.id <> ${toId} and (p.merged_into_id = ${toId}) is not true`.execute(tx);
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  await sql`
    update pathway_enrolments e set state = 'ended', end_reason = 'merged', next_due_at = null, put_off = null, ended_at = now()
    from (
      select place.id, row_number() over (partition by place.pathway_id order by place.started_at, place.id) as number
      from pathway_enrolments place
      where place.application_id = ${applicationId} and place.state = 'active' and (
        place.id = any(${ids}::bigint[]) or place.patient_id = any(array(
          select id from patients where application_id = ${applicationId} and (id = ${toId} or merged_into_id = ${toId}))))
    ) place
    where e.application_id = ${applicationId} and e.id = place.id and place.number > 1`.execute(tx);
  await sql`
    update pathway_enrolments set patient_id = ${toId}
    where application_id = ${applicationId} and id = any(${ids}::bigint[])`.execute(tx);
}
