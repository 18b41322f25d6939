import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PatientKey } from './patient-event.ts';

/**
 * A34 and A40: the merged records live on in the surviving one. Visits, messages and what was sent move with them, so that
 * nobody is asked twice; a number that is not known yet is noted, so that a late message finds its way.
 */
export async function mergePatients(
  tx: Tx,
  applicationId: number,
  survivorId: number,
  merged: readonly PatientKey[],
): Promise<void> {
  for (const { identifier, authority } of merged) {
    const { rows } = await sql<{ patient_id: number }>`
      insert into patient_identifiers as i (application_id, identifier, authority, patient_id)
      values (${applicationId}, ${identifier}, ${authority}, ${survivorId})
      on conflict (application_id, identifier, authority) do update set patient_id = i.patient_id
      returning i.patient_id`.execute(tx);
    const oldId = rows[0]?.patient_id;
    if (oldId !== undefined && oldId !== survivorId) await moveRecords(tx, applicationId, oldId, survivorId);
  }
}

async function moveRecords(tx: Tx, applicationId: number, oldId: number, survivorId: number): Promise<void> {
  await sql`select from patients where application_id = ${applicationId} and id in (${oldId}, ${survivorId}) order by id for update`.execute(
    tx,
  );
  for (const table of ['patient_identifiers', 'hl7_messages', 'deliveries', 'invitations'] as const) {
    await sql`update ${sql.table(table)} set patient_id = ${survivorId} where application_id = ${applicationId} and patient_id = ${oldId}`.execute(
      tx,
    );
  }
  // Where both records have the visit, the survivor's is the one that goes on.
  await sql`
    update visits v set patient_id = ${survivorId}
    where application_id = ${applicationId} and patient_id = ${oldId}
      and not exists (
        select from visits s
        where s.application_id = ${applicationId} and s.patient_id = ${survivorId} and s.visit_number = v.visit_number)`.execute(
    tx,
  );
  await sql`
    update patients s set
      deceased = s.deceased or o.deceased, protected = s.protected or o.protected,
      phone = coalesce(s.phone, o.phone), email = coalesce(s.email, o.email), language = coalesce(s.language, o.language)
    from patients o
    where s.application_id = ${applicationId} and s.id = ${survivorId} and o.application_id = ${applicationId} and o.id = ${oldId}`.execute(
    tx,
  );
  await sql`
    update patients set merged_into_id = ${survivorId}
    where application_id = ${applicationId} and (id = ${oldId} or merged_into_id = ${oldId})`.execute(tx);
}
