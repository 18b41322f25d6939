import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { askGateFor, suppressDeliveries, type Refusal } from './ask-gate.ts';
import type { PatientChannel } from './gate.ts';

/** A delivery that somebody or something asks for. */
export interface PlannedDelivery {
  purpose: 'survey' | 'message' | 'case_notice' | 'push';
  channel: PatientChannel | 'push';
  fallback_channel?: PatientChannel | null;
  /** Names what asks, once and for all: "trigger:3:message:77". Asking again changes nothing. */
  cause: string;
  send_at: Date;
  recipient?: string | null;
  subject?: string | null;
  /** Placeholders filled in, but for {{link}}. */
  text: string;
  endpoint?: string | null;
  payload?: unknown;
  trigger_id?: number | null;
  invitation_id?: number | null;
  message_id?: number | null;
  patient_id?: number | null;
  visit_id?: number | null;
  case_id?: number | null;
  user_id?: number | null;
}

export const SEND_DELIVERY = 'send-delivery';

export const sendDeliveryJob = (applicationId: number, deliveryId: number, runAt: Date) => ({
  task: SEND_DELIVERY,
  payload: { application_id: applicationId, delivery_id: deliveryId },
  runAt,
});

/**
 * Writes deliveries with their jobs, in the transaction of their cause. What the gate refuses already is stored with its
 * reason; the rest is asked again at send time.
 */
export async function planDeliveries(
  tx: Tx,
  applicationId: number,
  planned: readonly PlannedDelivery[],
  now: Date,
): Promise<void> {
  if (planned.length === 0) return;
  const { rows } = await sql<{ id: number; send_at: Date; gated: boolean }>`
    insert into deliveries (
      application_id, purpose, channel, fallback_channel, state, cause, send_at, recipient, subject, text, endpoint, payload,
      trigger_id, invitation_id, message_id, patient_id, visit_id, case_id, user_id, created_at)
    select ${applicationId}, p.purpose, p.channel, p.fallback_channel, 'scheduled', p.cause, p.send_at, p.recipient, p.subject, p.text,
      p.endpoint, p.payload, p.trigger_id, p.invitation_id, p.message_id, p.patient_id, p.visit_id, p.case_id, p.user_id, ${now}
    from jsonb_populate_recordset(null::deliveries, ${JSON.stringify(planned)}::jsonb) p
    order by p.send_at
    on conflict (application_id, cause) do nothing
    returning id, send_at, purpose in ('survey', 'message') as gated`.execute(tx);

  const refused = await refuseAtOnce(
    tx,
    applicationId,
    rows.filter((row) => row.gated).map(({ id }) => id),
    now,
  );
  const jobs = rows
    .filter(({ id }) => !refused.has(id))
    .map(({ id, send_at }) => sendDeliveryJob(applicationId, id, send_at));
  await enqueue(tx, jobs);
}

/** A survey that goes nowhere must not keep another from being asked: who was only second asks the gate again. */
async function refuseAtOnce(
  tx: Tx,
  applicationId: number,
  deliveryIds: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const refused = new Set<number>();
  let asking = deliveryIds;
  while (asking.length > 0) {
    const answers = await askGateFor(tx, applicationId, asking, now);
    const refusals = [...answers].flatMap(([id, answer]) => (answer.open ? [] : [{ id, reason: answer.reason }]));
    const isSecond = ({ reason }: Refusal) => reason === 'already_asked_visit';
    const first = refusals.filter((refusal) => !isSecond(refusal));
    const final = first.length > 0 ? first : refusals;
    await suppressDeliveries(tx, applicationId, final);
    for (const { id } of final) refused.add(id);
    asking = first.length > 0 ? refusals.filter(isSecond).map(({ id }) => id) : [];
  }
  return refused;
}

/** An event was taken back: what it scheduled for this visit, and has not left, is not sent. */
export async function cancelDeliveries(
  tx: Tx,
  applicationId: number,
  { visitId, events, beforeMessageId }: { visitId: number; events: readonly string[]; beforeMessageId: number },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select d.id from deliveries d
    join hl7_messages m on m.id = d.message_id
    where d.application_id = ${applicationId} and d.visit_id = ${visitId} and d.state = 'scheduled'
      and d.message_id < ${beforeMessageId} and m.event = any(${events}::text[])
    for update of d`.execute(tx);
  await suppressDeliveries(
    tx,
    applicationId,
    rows.map(({ id }) => ({ id, reason: 'event_cancelled' })),
  );
}
