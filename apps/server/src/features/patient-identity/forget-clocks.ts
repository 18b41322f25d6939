import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { forgetVisitClocks, LONG_AGO, restoreVisitClocks, type VisitClock } from '../visits/index.ts';

/** The times of the newest known facts of patients and visits. */
export interface Clocks {
  patients: { id: number; facts_at: Date }[];
  visits: VisitClock[];
}

/**
 * Resets the times of these patients, and of the visits of these messages, to a date before any event, so that every
 * event counts again. Returns the former times for `restoreClocks`.
 */
export async function forgetClocks(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
  messageIds: readonly number[],
): Promise<Clocks> {
  const { rows: patients } = await sql<Clocks['patients'][number]>`
    select id, facts_at from patients
    where application_id = ${applicationId} and id = any(${patientIds}::bigint[]) order by id for update`.execute(tx);
  await sql`update patients set facts_at = ${LONG_AGO} where id = any(${patients.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  // Where every message is still stored, they contain all facts, so the facts are deleted before the replay. A death is
  // never deleted.
  await sql`
    update patients p set given_name = null, family_name = null, birth_date = null, sex = null, language = null, phone = null, email = null
    where p.application_id = ${applicationId} and p.id = any(${patients.map(({ id }) => id)}::bigint[])
      and not exists (
        select from hl7_messages m where m.application_id = ${applicationId} and m.patient_id = p.id
          and (m.raw_removed_at is not null or m.state <> 'processed'))
      and exists (select from hl7_messages m where m.application_id = ${applicationId} and m.patient_id = p.id)`.execute(
    tx,
  );
  return { patients, visits: await forgetVisitClocks(tx, applicationId, messageIds) };
}

/** Restores the times of patients and visits that no message has changed since `forgetClocks`. */
export async function restoreClocks(tx: Tx, applicationId: number, { patients, visits }: Clocks): Promise<void> {
  await sql`
    update patients p set facts_at = r.facts_at
    from json_to_recordset(${JSON.stringify(patients)}::json) as r (id bigint, facts_at timestamptz)
    where p.application_id = ${applicationId} and p.id = r.id and p.facts_at = ${LONG_AGO}`.execute(tx);
  await restoreVisitClocks(tx, applicationId, visits);
}
