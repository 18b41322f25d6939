import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

interface WaitingKeys {
  isEmpty: boolean;
  /** There are too many to read, or one does not say whom it is about. */
  isAnybody: boolean;
  keys: number[];
}

/**
 * Keys of all that is acknowledged and not processed, in one statement, so that a message which is filed at this moment is
 * seen in one place or the other.
 */
export async function listWaitingKeys(tx: Tx, applicationId: number, limit: number): Promise<WaitingKeys> {
  const { rows } = await sql<{ count: number; is_anybody: boolean; keys: number[] | null }>`
    with filed as (
      select subject_keys from hl7_messages
      where state = 'received' and (application_id, id) > (${applicationId}, 0) and (application_id, id) < (${applicationId + 1}, 0)
      order by application_id, id limit ${limit + 1}),
    waiting as (select * from filed union all select * from unfiled_subject_keys(${applicationId}, ${limit}))
    select count(*) as count, coalesce(bool_or(subject_keys is null), false) as is_anybody,
      (select array_agg(distinct key) from waiting, unnest(waiting.subject_keys) as key) as keys
    from waiting`.execute(tx);
  const [row] = rows;
  const count = row?.count ?? 0;
  return { isEmpty: count === 0, isAnybody: count > limit || row?.is_anybody === true, keys: row?.keys ?? [] };
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
