import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * SQL: days from the end of the patient's last visit of the same kind to the beginning of the visit `v`, by the calendar of the
 * application `a`. 0 where one began before the other ended; null without an earlier visit.
 */
export const DAYS_SINCE_VISIT = sql<number | null>`(
    -- greatest() leaves null out, so that nobody's first visit would count as one of today
    select case when count(*) > 0 then greatest(0, (coalesce(v.admitted_at, v.expected_at) at time zone a.time_zone)::date
      - (max(coalesce(earlier.discharged_at, earlier.admitted_at, earlier.expected_at)) at time zone a.time_zone)::date) end
    from visits earlier
    where earlier.application_id = v.application_id and earlier.patient_id = v.patient_id and earlier.id <> v.id
      and earlier.kind = v.kind and earlier.state in ('open', 'closed')
      and coalesce(earlier.admitted_at, earlier.expected_at) < coalesce(v.admitted_at, v.expected_at))`;

/** Returns DAYS_SINCE_VISIT by the id of the visit. */
export async function listDaysSinceVisits(
  tx: Tx,
  applicationId: number,
  visitIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  const { rows } = await sql<{ id: number; days: number | null }>`
    select v.id, ${DAYS_SINCE_VISIT} as days
    from visits v join applications a on a.id = v.application_id
    where v.application_id = ${applicationId} and v.id = any(${visitIds}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, days }) => [id, days]));
}
