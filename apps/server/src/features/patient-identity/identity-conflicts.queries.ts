import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { IdentityConflict } from './patient-registry.ts';

/**
 * Stores conflicts and marks their patients as in doubt until a person decides. A conflict that is open already gets
 * the message added to it.
 */
export async function openIdentityConflicts(
  tx: Tx,
  applicationId: number,
  raised: readonly { conflict: IdentityConflict; messageId: number }[],
  now: Date,
): Promise<void> {
  for (const { conflict, messageId } of raised) {
    const { rows } = await sql<{ id: number }>`
      insert into identity_conflicts (application_id, kind, patient_ids, identifiers, message_id, opened_at)
      values (${applicationId}, ${conflict.kind}, ${conflict.patientIds}::bigint[], ${JSON.stringify(conflict.identifiers)}::jsonb, ${messageId}, ${now})
      on conflict (application_id, kind, patient_ids) where decision is null do update set kind = excluded.kind
      returning id`.execute(tx);
    const [stored] = rows;
    if (!stored) continue;
    await sql`
      insert into identity_conflict_messages (application_id, conflict_id, message_id)
      values (${applicationId}, ${stored.id}, ${messageId}) on conflict do nothing`.execute(tx);
    await sql`
      update patients set identity_in_doubt = true
      where application_id = ${applicationId} and id = any(${conflict.patientIds}::bigint[])`.execute(tx);
  }
}

/**
 * Updates the mark of patients whose conflicts were decided. A patient stays in doubt while another conflict is open
 * about them, or about a record that was merged into theirs.
 */
export async function refreshDoubt(tx: Tx, applicationId: number, patientIds: readonly number[]): Promise<void> {
  await sql`
    update patients p set identity_in_doubt = exists (
      select from identity_conflicts c
      where c.application_id = p.application_id and c.decision is null and c.patient_ids && array(
        select one.id from patients one
        where one.application_id = p.application_id and (one.id = p.id or one.merged_into_id = p.id)))
    where p.application_id = ${applicationId} and p.id in (
      select unnest(array[gone.id, gone.merged_into_id]) from patients gone
      where gone.application_id = ${applicationId} and gone.id = any(${patientIds}::bigint[]))`.execute(tx);
}

/** Stores the decision of a person. */
export async function closeConflict(
  tx: Tx,
  applicationId: number,
  {
    id,
    patientIds,
    decision,
    at,
    userId,
  }: { id: number; patientIds: readonly number[]; decision: string; at: Date; userId: number | null },
): Promise<void> {
  await sql`
    update identity_conflicts set decision = ${decision}, decided_at = ${at}, decided_by_id = ${userId}
    where application_id = ${applicationId} and id = ${id} and decision is null`.execute(tx);
  await refreshDoubt(tx, applicationId, patientIds);
}

/** Stores the facts of a message as a correction of the patient. */
export async function acceptDemographics(
  tx: Tx,
  applicationId: number,
  patientId: number,
  { family_name, birth_date }: { family_name: string | null; birth_date: string | null },
): Promise<void> {
  await sql`
    update patients set family_name = coalesce(${family_name}, family_name), birth_date = coalesce(${birth_date}::date, birth_date)
    where application_id = ${applicationId} and id = ${patientId}`.execute(tx);
}

/** Removes these numbers from the patient. The next message with one of them makes a new record. */
export async function detachNumbers(
  tx: Tx,
  applicationId: number,
  patientId: number,
  numbers: readonly { identifier: string; authority: string }[],
): Promise<void> {
  await sql`
    delete from patient_identifiers n
    using patient_authorities a,
      jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as gone (identifier text, authority text)
    where n.application_id = ${applicationId} and n.patient_id = ${patientId} and a.id = n.authority_id
      and n.identifier = gone.identifier and a.title = gone.authority`.execute(tx);
}
