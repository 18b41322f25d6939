import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { namesOfAuthority } from '../patient-events/index.ts';
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

export interface SharedNumber {
  patient_id: number;
  authority_id: number;
  authority: string;
  type: string;
  identifier: string;
  /** Somebody has decided before that several people have it. */
  is_shared: boolean;
}

/**
 * Returns those of the numbers of a conflict that several people have, most likely: a patient of the conflict has it, and it came with a
 * number of the authority by which that patient is shown, which is another person's or new. Also those of which this was decided before.
 */
export async function listSharedNumbers(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
  numbers: readonly ConflictNumber[],
): Promise<SharedNumber[]> {
  const { rows } = await sql<SharedNumber>`
    with given as (${authoritiesOf(applicationId, numbers)}),
    shown as (
      select p.id as patient_id, n.authority_id from patients p
      join patient_identifiers n on n.application_id = p.application_id and n.patient_id = p.id and n.identifier = p.identifier
      where p.application_id = ${applicationId} and p.id = any(${patientIds}::bigint[])),
    held as (
      select n.patient_id, n.authority_id, n.type, n.identifier, n.is_shared from patient_identifiers n
      where n.application_id = ${applicationId} and n.patient_id = any(${patientIds}::bigint[])
        and exists (select from given g where g.identifier = n.identifier and g.authority_id = n.authority_id))
    select h.*, a.title as authority from held h
    join patient_authorities a on a.id = h.authority_id
    where h.is_shared or (
      exists (select from given g join shown s on s.authority_id = g.authority_id where s.patient_id = h.patient_id)
      and not exists (
        select from held own join shown s on s.patient_id = own.patient_id and s.authority_id = own.authority_id
        where own.patient_id = h.patient_id))
    order by h.patient_id, a.title, h.identifier`.execute(tx);
  return rows;
}

/** Several people have these numbers from now on: beside others that decide who somebody is, they decide nothing. */
export async function shareNumbers(tx: Tx, applicationId: number, numbers: readonly SharedNumber[]): Promise<void> {
  await sql`
    update patient_identifiers n set is_shared = true, identifies = false
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as s (authority_id bigint, type text, identifier text)
    where n.application_id = ${applicationId} and n.authority_id = s.authority_id and n.type = s.type and n.identifier = s.identifier`.execute(
    tx,
  );
}

interface ConflictNumber {
  identifier: string;
  authority: string;
}

/** SQL: the numbers with the authorities that are known by their names. A message may have named one otherwise than it is shown. */
function authoritiesOf(applicationId: number, numbers: readonly ConflictNumber[]) {
  const named = numbers.map(({ identifier, authority }) => ({ identifier, names: namesOfAuthority(authority) }));
  return sql`
    select distinct one.identifier, an.authority_id
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as one (identifier text, names text[])
    join patient_authority_names an on an.application_id = ${applicationId} and an.name = any(one.names)`;
}

/** Removes these numbers from the patient. The next message with one of them makes a new record. */
export async function detachNumbers(
  tx: Tx,
  applicationId: number,
  patientId: number,
  numbers: readonly ConflictNumber[],
): Promise<void> {
  await sql`
    delete from patient_identifiers n
    using (${authoritiesOf(applicationId, numbers)}) as gone
    where n.application_id = ${applicationId} and n.patient_id = ${patientId}
      and n.identifier = gone.identifier and n.authority_id = gone.authority_id`.execute(tx);
}
