import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

interface WaitingKeys {
  /** More messages wait than the limit, so not all were searched. */
  isBacklog: boolean;
  /** A waiting message does not say whom it is about. */
  isAnybody: boolean;
  /** All subject keys of the waiting messages that have at least one of the wanted keys. */
  keys: number[];
}

/**
 * Searches all acknowledged messages that are not processed for these keys. It is one statement, so a message that is
 * filed meanwhile is found either among the arrivals or among the filed messages.
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

/** Returns every number by which one of these patients or one of their visits is known, and their dates of birth. */
export async function listKnownNumbers(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
): Promise<{ patient_id: number; number: string | null; birth_date: string | null }[]> {
  const { rows } = await sql<{ patient_id: number; number: string | null; birth_date: string | null }>`
    select patient_id, identifier as number, null::date as birth_date from patient_identifiers
    where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[])
    union all
    select patient_id, visit_number, null from visits
    where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[]) and visit_number is not null
    union all
    select id, null, birth_date from patients
    where application_id = ${applicationId} and id = any(${patientIds}::bigint[]) and birth_date is not null`.execute(
    tx,
  );
  return rows;
}
