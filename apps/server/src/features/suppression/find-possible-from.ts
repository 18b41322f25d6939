import type { deliveries } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { PATIENT_PURPOSES } from './gate.ts';

/**
 * From when on the patient could be written to, when it is only a matter of time; null when waiting does not help. For
 * whoever is told that it cannot be sent now; the gate decides when it is tried.
 */
export async function findPossibleFrom(
  tx: Tx,
  applicationId: number,
  patientId: number,
  reason: deliveries.SuppressionReason,
  now: Date,
): Promise<Date | null> {
  if (reason === 'asked_lately') return findEndOfInterval(tx, applicationId, patientId);
  if (reason === 'too_many_lately') return findRoom(tx, applicationId, patientId, now);
  return null;
}

async function findEndOfInterval(tx: Tx, applicationId: number, patientId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select max(sent_at) from deliveries
        where application_id = a.id and patient_id = ${patientId} and purpose in ('survey', 'de_escalation')
          and state in ('sent', 'delivered', 'answered')),
      (select max(answered_at) from invitations where application_id = a.id and patient_id = ${patientId})
    ) + make_interval(days => a.survey_interval_days) as at
    from applications a where a.id = ${applicationId}`.execute(tx);
  return rows[0]?.at ?? null;
}

/** When so many of the last messages are old enough that there is room for one more under both limits. */
async function findRoom(tx: Tx, applicationId: number, patientId: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    with sent as (
      select sent_at from deliveries
      where application_id = ${applicationId} and patient_id = ${patientId} and purpose = any(${PATIENT_PURPOSES}::text[])
        and state in ('sent', 'delivered', 'answered') and sent_at > ${now}::timestamptz - interval '7 days')
    select greatest(
      (select sent_at + interval '1 day' from sent
        where a.max_messages_per_day is not null order by sent_at desc offset a.max_messages_per_day - 1 limit 1),
      (select sent_at + interval '7 days' from sent
        where a.max_messages_per_week is not null order by sent_at desc offset a.max_messages_per_week - 1 limit 1)) as at
    from applications a where a.id = ${applicationId}`.execute(tx);
  return rows[0]?.at ?? null;
}
