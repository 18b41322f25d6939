import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { ABOUT_VISITS, type JoinedVisit } from './join-visits.ts';
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
 * Returns to a patient what a merge moved, the visits and messages reported since under the patient's numbers, and what waits about them.
 * Deliveries that were sent since stay where they are, with their answers: they went to the address of the one record.
 */
export async function returnVisits(tx: Tx, applicationId: number, merged: Merged): Promise<void> {
  const { patientId, merge } = merged;
  for (const joined of merge.joined_visits) await restoreVisit(tx, applicationId, merged, joined);
  await returnMoved(tx, applicationId, 'visits', merged, merge.visit_ids);
  await returnMoved(tx, applicationId, 'hl7_messages', merged, merge.message_ids);
  await returnMoved(tx, applicationId, 'deliveries', merged, merge.delivery_ids);
  await returnMoved(tx, applicationId, 'invitations', merged, merge.invitation_ids);
  await returnVisitsSince(tx, applicationId, merged);
  await returnWaiting(tx, applicationId, patientId);
  await moveEnrolments(tx, applicationId, patientId);
}

/** Returns rows that the merge moved, as far as they have not gone on to somebody else: with their visit, or by another merge that was undone. */
async function returnMoved(
  tx: Tx,
  applicationId: number,
  table: 'visits' | 'hl7_messages' | 'deliveries' | 'invitations',
  { patientId, currentId }: Merged,
  ids: readonly number[] = [],
): Promise<void> {
  await sql`
    update ${sql.table(table)} set patient_id = ${patientId}
    where application_id = ${applicationId} and patient_id = ${currentId} and id = any(${ids}::bigint[])`.execute(tx);
}

/** Assigns unsent deliveries about the returned visits and messages to the patient, and offers that nobody has answered. */
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

/** Restores a visit that was merged into another, with its messages and all else that was about it. */
async function restoreVisit(
  tx: Tx,
  applicationId: number,
  { patientId, currentId }: Merged,
  { visit, message_ids, about = {} }: JoinedVisit,
): Promise<void> {
  const row = { ...visit, patient_id: visit['patient_id'] === patientId ? patientId : currentId };
  await sql`
    insert into visits overriding system value select * from jsonb_populate_record(null::visits, ${JSON.stringify(row)}::jsonb)
    on conflict do nothing`.execute(tx);
  const moved = { ...about, hl7_messages: message_ids };
  for (const table of [...ABOUT_VISITS, 'hl7_messages'] as const)
    await sql`
      update ${sql.table(table)} set visit_id = ${visit['id']}
      where application_id = ${applicationId} and id = any(${moved[table] ?? []}::bigint[])
        and exists (select from visits v where v.id = ${visit['id']})`.execute(tx);
}
