import type { deliveries } from '@wardvoice/contract';
import { sql } from 'kysely';
import { seeingEveryWard, type Tx } from '../../platform/db/database.ts';
import { PATIENT_PURPOSES } from './gate.ts';

/**
 * Returns from when on the patient could be written to, where only time is missing; null when waiting does not help. It
 * is shown to a person whose delivery is refused now; the gate decides again when they retry.
 */
export async function findPossibleFrom(
  tx: Tx,
  applicationId: number,
  patientId: number,
  reason: deliveries.SuppressionReason,
  now: Date,
): Promise<Date | null> {
  if (reason === 'asked_lately') return findEndOfInterval(tx, applicationId, patientId);
  if (reason === 'too_many_lately') return seeingEveryWard(tx, () => findRoom(tx, applicationId, patientId, now));
  return null;
}

async function findEndOfInterval(tx: Tx, applicationId: number, patientId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select (
      select max(greatest(asked_at, may_have_arrived_at, answered_at)) from invitations where application_id = a.id and patient_id = ${patientId}
    ) + make_interval(days => a.survey_interval_days) as at
    from applications a where a.id = ${applicationId}`.execute(tx);
  return rows[0]?.at ?? null;
}

/** Returns when enough of the recent messages are old enough to allow one more under both limits. */
async function findRoom(tx: Tx, applicationId: number, patientId: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    with sent as (
      select coalesce(sent_at, send_at) as sent_at from deliveries
      where application_id = ${applicationId} and patient_id = ${patientId} and purpose = any(${PATIENT_PURPOSES}::text[])
        and (state in ('sent', 'delivered', 'answered') or outcome_unknown)
        and coalesce(sent_at, send_at) > ${now}::timestamptz - interval '7 days')
    select greatest(
      (select sent_at + interval '1 day' from sent
        where a.max_messages_per_day is not null order by sent_at desc offset a.max_messages_per_day - 1 limit 1),
      (select sent_at + interval '7 days' from sent
        where a.max_messages_per_week is not null order by sent_at desc offset a.max_messages_per_week - 1 limit 1)) as at
    from applications a where a.id = ${applicationId}`.execute(tx);
  return rows[0]?.at ?? null;
}
