import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

interface WaitingKeys {
  /** More wait than were looked through. */
  isBacklog: boolean;
  /** One does not say whom it is about. */
  isAnybody: boolean;
  /** Of those that share one of the wanted keys, and others of theirs. */
  keys: number[];
}

/**
 * Looks for these keys in all that is acknowledged and not processed, in one statement, so that a message which is filed at
 * this moment is seen in one place or the other.
 */
export async function findWaitingKeys(
  tx: Tx,
  applicationId: number,
  wanted: readonly number[],
  limit: number,
): Promise<WaitingKeys> {
  const { rows } = await sql<{ count: number; is_anybody: boolean; keys: number[] }>`
    with filed as (
      select subject_keys from hl7_messages
      where state = 'received' and (application_id, id) > (${applicationId}, 0) and (application_id, id) < (${applicationId + 1}, 0)
      order by application_id, id limit ${limit + 1}),
    waiting as materialized (
      select * from filed union all select * from unfiled_subject_keys(${applicationId}, ${limit}))
    select count(*) as count, coalesce(bool_or(subject_keys is null), false) as is_anybody,
      array(
        select distinct key from waiting, unnest(waiting.subject_keys) as key
        where waiting.subject_keys && ${wanted}::int[]) as keys
    from waiting`.execute(tx);
  const [row] = rows;
  return { isBacklog: (row?.count ?? 0) > limit, isAnybody: row?.is_anybody === true, keys: row?.keys ?? [] };
}

/** Every number that one of these patients or one of their visits is known by. */
export async function listKnownNumbers(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
): Promise<{ patient_id: number; number: string }[]> {
  const { rows } = await sql<{ patient_id: number; number: string }>`
    select patient_id, identifier as number from patient_identifiers
    where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[])
    union all
    select patient_id, visit_number from visits
    where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[]) and visit_number is not null`.execute(
    tx,
  );
  return rows;
}
