import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** A time before any event. */
export const LONG_AGO = new Date('0001-01-01T00:00:00Z');

/** When a visit was last moved, and the time of its newest event. */
export interface VisitClock {
  id: number;
  moved_at: Date;
  last_event_at: Date;
}

/** Resets the times of the visits of these messages to LONG_AGO. Returns the former times. */
export async function forgetVisitClocks(
  tx: Tx,
  applicationId: number,
  messageIds: readonly number[],
): Promise<VisitClock[]> {
  const { rows: visits } = await sql<VisitClock>`
    select id, moved_at, last_event_at from visits
    where application_id = ${applicationId} and id in (
      select visit_id from hl7_messages where id = any(${messageIds}::bigint[]))
    order by id for update`.execute(tx);
  await sql`
    update visits set moved_at = ${LONG_AGO}, last_event_at = ${LONG_AGO}
    where id = any(${visits.map(({ id }) => id)}::bigint[])`.execute(tx);
  return visits;
}

/** Restores the times of visits that no message has changed since. */
export async function restoreVisitClocks(tx: Tx, applicationId: number, visits: readonly VisitClock[]): Promise<void> {
  await sql`
    update visits v set
      moved_at = case when v.moved_at = ${LONG_AGO} then r.moved_at else v.moved_at end,
      last_event_at = case when v.last_event_at = ${LONG_AGO} then r.last_event_at else v.last_event_at end
    from json_to_recordset(${JSON.stringify(visits)}::json) as r (id bigint, moved_at timestamptz, last_event_at timestamptz)
    where v.application_id = ${applicationId} and v.id = r.id
      and (v.moved_at = ${LONG_AGO} or v.last_event_at = ${LONG_AGO})`.execute(tx);
}
