import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Returns the range of ids of messages with a text older than this; null when there are none. */
export async function findRangeOfTexts(
  tx: Tx,
  applicationId: number,
  until: Date,
): Promise<{ first: number; last: number } | null> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(id) as first, max(id) as last from hl7_messages where ${isOldText(applicationId, until)}`.execute(tx);
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : { first, last };
}

/** Deletes the text of old messages in this range of ids, without the upper bound. Returns how many there were. */
export async function forgetTexts(
  tx: Tx,
  applicationId: number,
  { until, now, first, end }: { until: Date; now: Date; first: number; end: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update hl7_messages set raw = ''::bytea, corrected = null, raw_removed_at = ${now}
    where id >= ${first} and id < ${end} and ${isOldText(applicationId, until)}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * SQL: an old message that was processed, and whose patient is under no legal hold. Its hash stays, so that the same
 * message is still recognised.
 */
const isOldText = (applicationId: number, until: Date) =>
  sql<boolean>`application_id = ${applicationId} and received_at < ${until} and raw_removed_at is null and state <> 'received'
    and not exists (
      select from legal_holds h
      where h.application_id = ${applicationId} and h.released_at is null and h.patient_id = hl7_messages.patient_id)`;

/** Deletes from messages the data that identifies these patients. Returns the number of messages. */
export const forgetMessagesOf = (
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
  now: Date,
): Promise<number> => forget(tx, applicationId, sql`patient_id = any(${patientIds}::bigint[])`, now);

/**
 * The same for messages that name the patients without being about them: merges, doubts, and messages in error. It is
 * called while the patients still have their names.
 */
export const forgetMessagesNaming = (
  tx: Tx,
  applicationId: number,
  { patientIds, identifiers }: { patientIds: readonly number[]; identifiers: readonly string[] },
  now: Date,
): Promise<number> =>
  forget(
    tx,
    applicationId,
    sql`(
      patient_id is null and patient_identifier = any(${identifiers}::text[]) and exists (
        select from patients p
        where p.application_id = ${applicationId} and p.id = any(${patientIds}::bigint[])
          and (hl7_messages.family_name is null or lower(p.family_name) = lower(hl7_messages.family_name)))
      or id in (
        select message_id from patient_merges
        where application_id = ${applicationId}
          and (survivor_id = any(${patientIds}::bigint[]) or gone_id = any(${patientIds}::bigint[]))
        union
        select c.message_id from identity_conflict_messages c
        join identity_conflicts k on k.id = c.conflict_id
        where k.application_id = ${applicationId} and k.patient_ids && ${patientIds}::bigint[]))`,
    now,
  );

async function forget(tx: Tx, applicationId: number, isTheirs: RawBuilder<unknown>, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update hl7_messages set
      raw = ''::bytea, corrected = null, raw_removed_at = coalesce(raw_removed_at, ${now}), patient_identifier = null,
      visit_number = null, given_name = null, family_name = null, birth_date = null, phone_home = null, phone = null, email = null,
      error_text = null, warnings = null
    where application_id = ${applicationId} and ${isTheirs}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
