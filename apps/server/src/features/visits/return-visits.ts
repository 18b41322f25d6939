import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { JoinedVisit } from './join-visits.ts';
import { moveEnrolments } from './move-enrolments.ts';
import type { MovedHistory } from './move-history.ts';

interface Merged {
  /** The patient of the visits before the merge. */
  patientId: number;
  /** The patient who has the visits now. */
  currentId: number;
  /** What the merge moved, under which numbers, and when. */
  merge: MovedHistory & { joined_visits: JoinedVisit[]; numbers: string[]; message_id: number | null; at: Date };
}

/**
 * Returns to a patient the visits and messages that a merge moved, and those reported since under the patient's
 * numbers. Deliveries that were sent stay where they are.
 */
export async function returnVisits(tx: Tx, applicationId: number, merged: Merged): Promise<void> {
  const { patientId, merge } = merged;
  for (const joined of merge.joined_visits) await restoreVisit(tx, applicationId, merged, joined);
  await sql`update visits set patient_id = ${patientId} where application_id = ${applicationId} and id = any(${merge.visit_ids}::bigint[])`.execute(
    tx,
  );
  await sql`update hl7_messages set patient_id = ${patientId} where application_id = ${applicationId} and id = any(${merge.message_ids}::bigint[])`.execute(
    tx,
  );
  await returnVisitsSince(tx, applicationId, merged);
  await returnWaiting(tx, applicationId, patientId);
  await moveEnrolments(tx, applicationId, patientId);
}

/**
 * Assigns unsent deliveries about the returned visits and messages to the patient. Deliveries that were sent stay where
 * they are.
 */
async function returnWaiting(tx: Tx, applicationId: number, patientId: number): Promise<void> {
  const isAboutThem = sql<boolean>`(
    visit_id in (select id from visits where application_id = ${applicationId} and patient_id = ${patientId})
    or visit_id is null and message_id in (
      select id from hl7_messages where application_id = ${applicationId} and patient_id = ${patientId}))`;
  await sql`
    update deliveries set patient_id = ${patientId}
    where application_id = ${applicationId} and state = 'scheduled' and patient_id <> ${patientId} and ${isAboutThem}`.execute(
    tx,
  );
  await sql`
    update invitations set patient_id = ${patientId}
    where application_id = ${applicationId} and answered_at is null and patient_id <> ${patientId} and ${isAboutThem}`.execute(
    tx,
  );
}

/**
 * Returns visits that were first reported after the merge under the numbers that return, and messages with their
 * visits, because they are about that record only. A visit from before the merge stays with its patient of that time.
 */
async function returnVisitsSince(
  tx: Tx,
  applicationId: number,
  { patientId, currentId, merge: { numbers, message_id, at } }: Merged,
): Promise<void> {
  const isTheirs = (column: string) => sql`
    ${sql.ref(column)} = any(${numbers}::text[])
    and not exists (
      select from patient_identifiers i
      where i.application_id = ${applicationId} and i.patient_id = ${currentId} and i.identifier = ${sql.ref(column)})`;
  await sql`
    update visits v set patient_id = ${patientId}
    where v.application_id = ${applicationId} and v.patient_id = ${currentId} and ${isTheirs('v.patient_number')}
      and not exists (
        select from hl7_messages m
        where m.application_id = v.application_id and m.visit_id = v.id
          and case when ${message_id}::bigint is null then m.processed_at <= ${at} else m.id < ${message_id}::bigint end)`.execute(
    tx,
  );
  await sql`
    update hl7_messages m set patient_id = ${patientId}
    where m.application_id = ${applicationId} and m.patient_id = ${currentId}
      and case when m.visit_id is null then ${isTheirs('m.patient_identifier')}
        else m.visit_id in (select id from visits where application_id = ${applicationId} and patient_id = ${patientId}) end`.execute(
    tx,
  );
}

/** Restores a visit that was merged into another, with its messages and places in pathways. */
async function restoreVisit(
  tx: Tx,
  applicationId: number,
  { patientId, currentId }: Merged,
  { visit, message_ids, enrolment_ids = [] }: JoinedVisit,
): Promise<void> {
  const row = { ...visit, patient_id: visit['patient_id'] === patientId ? patientId : currentId };
  await sql`
    insert into visits overriding system value select * from jsonb_populate_record(null::visits, ${JSON.stringify(row)}::jsonb)
    on conflict do nothing`.execute(tx);
  await sql`
    update hl7_messages set visit_id = ${visit['id']}
    where application_id = ${applicationId} and id = any(${message_ids}::bigint[])
      and exists (select from visits v where v.id = ${visit['id']})`.execute(tx);
  await sql`
    update pathway_enrolments set visit_id = ${visit['id']}
    where application_id = ${applicationId} and (message_id = any(${message_ids}::bigint[]) or id = any(${enrolment_ids}::bigint[]))
      and exists (select from visits v where v.id = ${visit['id']})`.execute(tx);
}
