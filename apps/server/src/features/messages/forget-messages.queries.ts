import { sql } from 'kysely';
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

/** SQL: an old message that was processed. Its hash stays, so that the same message is still recognised. */
const isOldText = (applicationId: number, until: Date) =>
  sql<boolean>`application_id = ${applicationId} and received_at < ${until} and raw_removed_at is null and state <> 'received'`;

/** Deletes from messages the data that identifies these patients. */
export async function forgetMessagesOf(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    update hl7_messages set
      raw = ''::bytea, corrected = null, raw_removed_at = coalesce(raw_removed_at, ${now}), patient_identifier = null,
      visit_number = null, given_name = null, family_name = null, birth_date = null, phone_home = null, phone = null, email = null
    where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[])`.execute(tx);
}
