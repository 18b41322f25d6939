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
  await joinVisits(tx, applicationId, oldId, survivorId);
  await sql`update visits set patient_id = ${survivorId} where application_id = ${applicationId} and patient_id = ${oldId}`.execute(
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

/**
 * Where both records have the same visit (by its number, or the one that is open and has none), the one heard of last
 * goes on, and has what happened in the other.
 */
async function joinVisits(tx: Tx, applicationId: number, oldId: number, survivorId: number): Promise<void> {
  const { rows: pairs } = await sql<{ kept_id: number; gone_id: number }>`
    select
      case when s.last_event_at >= o.last_event_at then s.id else o.id end as kept_id,
      case when s.last_event_at >= o.last_event_at then o.id else s.id end as gone_id
    from visits o
    join visits s on s.application_id = o.application_id and s.patient_id = ${survivorId}
      and (s.visit_number = o.visit_number
        or s.visit_number is null and o.visit_number is null and s.state = 'open' and o.state = 'open')
    where o.application_id = ${applicationId} and o.patient_id = ${oldId}`.execute(tx);
  for (const { kept_id, gone_id } of pairs) {
    for (const table of ['hl7_messages', 'deliveries', 'invitations', 'cases'] as const) {
      await sql`update ${sql.table(table)} set visit_id = ${kept_id} where application_id = ${applicationId} and visit_id = ${gone_id}`.execute(
        tx,
      );
    }
    await sql`delete from visits where application_id = ${applicationId} and id = ${gone_id}`.execute(tx);
  }
}
