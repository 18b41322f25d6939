import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { askGateFor, PATIENT_PURPOSES, type PatientPurpose } from '../suppression/index.ts';
import { suppressDeliveries, type Refusal } from './suppress-deliveries.ts';
import type { PatientChannel } from '../consent/index.ts';

/** A delivery that a trigger, a person or the system asks for. */
export interface PlannedDelivery {
  purpose: PatientPurpose | 'automatic_reply' | 'case_notice' | 'push' | 'test';
  channel: PatientChannel | 'push';
  fallback_channel?: PatientChannel | null;
  /** Identifies the cause uniquely: "trigger:3:message:77". A second delivery with the same cause is not stored. */
  cause: string;
  send_at: Date;
  recipient?: string | null;
  /** True when a person typed `recipient`, which is then used in place of the patient's own address. */
  addressed?: boolean;
  subject?: string | null;
  /** The text with its placeholders filled in, except {{link}}. */
  text: string;
  endpoint?: string | null;
  /** What an API push posts, or an EmailPayload. */
  payload?: unknown;
  trigger_id?: number | null;
  invitation_id?: number | null;
  message_id?: number | null;
  patient_id?: number | null;
  /** The contact that it is for, when it is not for a patient. */
  contact_id?: number | null;
  /** 1 and 2 are reminders of an invitation that was sent. */
  reminder?: number;
  /** Number of reminders that follow it, and the days between them. */
  reminders_left?: number;
  reminder_days?: number;
  /** True when its rule asks a random share and this visit was not drawn. */
  sampled_out?: boolean;
  /** How many people of a ward its rule asks in a month at most, and the key of what is counted together. */
  ward_quota?: number | null;
  quota_key?: string | null;
  visit_id?: number | null;
  enrolment_id?: number | null;
  /** The patient's ward; by default that of the message. */
  location?: string | null;
  case_id?: number | null;
  /** The answers that it replies to. */
  feedback_id?: number | null;
  user_id?: number | null;
  /** The reason for which a person sends it although a setting is against it. */
  override_reason?: string | null;
}

export interface EmailPayload {
  /** The Message-ID of the e-mail that it answers (RFC 5322 §3.6.4); null: it answers none that has one. */
  in_reply_to?: string | null;
}

export const SEND_DELIVERY = 'send-delivery';

/**
 * `claim` is the job's own id, by which a second run finds what it was sending when its process died. By `send_at` a
 * job recognises that the delivery was put off meanwhile and has another job.
 */
export const sendDeliveryJob = (applicationId: number, deliveryId: number, runAt: Date) => ({
  task: SEND_DELIVERY,
  payload: {
    application_id: applicationId,
    delivery_id: deliveryId,
    claim: randomUUID(),
    send_at: runAt.toISOString(),
  },
  runAt,
});

/**
 * The key of a delivery's first job, by which a job that sends the delivery beside its own deletes it. Later jobs of the delivery
 * have none: a job with the key of one that is running would keep that from running again after a crash.
 */
export const firstJobKey = (deliveryId: number): string => `send-delivery:${deliveryId}`;

/**
 * Stores deliveries with their jobs, in the transaction of their cause. Deliveries that the gate refuses now are stored
 * with the reason; the gate is asked again about the others before they are sent.
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
      trigger_id, invitation_id, message_id, patient_id, contact_id, visit_id, case_id, feedback_id, user_id, reminder,
      reminders_left, reminder_days, created_at, addressed, override_reason, sampled_out, ward_quota, quota_key, enrolment_id,
      survey_id, location)
    select ${applicationId}, p.purpose, p.channel, p.fallback_channel, 'scheduled', p.cause, p.send_at, p.recipient, p.subject, p.text,
      p.endpoint, p.payload, p.trigger_id, p.invitation_id, p.message_id, p.patient_id, p.contact_id, p.visit_id, p.case_id,
      p.feedback_id, p.user_id, coalesce(p.reminder, 0), coalesce(p.reminders_left, 0), coalesce(p.reminder_days, 7), ${now},
      coalesce(p.addressed, false), p.override_reason, coalesce(p.sampled_out, false), p.ward_quota, p.quota_key, p.enrolment_id,
      (select i.survey_id from invitations i where i.application_id = ${applicationId} and i.id = p.invitation_id),
      coalesce(p.location, (select m.location from hl7_messages m where m.id = p.message_id))
    from jsonb_populate_recordset(null::deliveries, ${JSON.stringify(planned)}::jsonb) p
    order by p.send_at
    on conflict (application_id, cause) do nothing
    returning id, send_at, purpose = any(${PATIENT_PURPOSES}::text[]) as gated`.execute(tx);

  const refused = await refuseAtOnce(
    tx,
    applicationId,
    rows.filter((row) => row.gated).map(({ id }) => id),
    now,
  );
  const open = rows.filter(({ id }) => !refused.has(id));
  await enqueue(tx, firstJobs(applicationId, open));
}

const firstJobs = (applicationId: number, planned: readonly { id: number; send_at: Date }[]) =>
  planned.map(({ id, send_at }) => ({ ...sendDeliveryJob(applicationId, id, send_at), key: firstJobKey(id) }));

/**
 * Stores the refusals of the gate. A survey that is refused must not keep another survey about the same visit from
 * being sent, so deliveries that were refused only because of another are checked again.
 */
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

/**
 * Plans the next reminder of surveys that were sent, where reminders are configured. The gate refuses those that are
 * answered by then.
 */
export async function planReminders(
  tx: Tx,
  applicationId: number,
  deliveryIds: readonly number[],
  sentAt: Date,
): Promise<void> {
  if (deliveryIds.length === 0) return;
  const { rows } = await sql<{ id: number; send_at: Date }>`
    insert into deliveries (
      application_id, purpose, channel, fallback_channel, state, cause, send_at, subject, text, trigger_id, invitation_id, message_id,
      patient_id, contact_id, visit_id, reminder, reminders_left, reminder_days, created_at, survey_id, location, enrolment_id)
    select application_id, purpose, channel, fallback_channel, 'scheduled', 'reminder:' || invitation_id || ':' || reminder + 1,
      ${sentAt}::timestamptz + make_interval(days => reminder_days), subject, text, trigger_id, invitation_id, message_id,
      patient_id, contact_id, visit_id, reminder + 1, reminders_left - 1, reminder_days, created_at, survey_id, location, enrolment_id
    from deliveries
    where application_id = ${applicationId} and id = any(${deliveryIds}::bigint[]) and purpose = 'survey' and invitation_id is not null
      and reminders_left > 0
    on conflict (application_id, cause) do nothing
    returning id, send_at`.execute(tx);
  await enqueue(tx, firstJobs(applicationId, rows));
}

/** Suppresses unsent deliveries that a cancelled event had scheduled for this visit. */
export async function cancelDeliveries(
  tx: Tx,
  applicationId: number,
  { visitId, events, beforeMessageId }: { visitId: number; events: readonly string[]; beforeMessageId: number },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select d.id from deliveries d
    join hl7_messages m on m.id = d.message_id
    where d.application_id = ${applicationId} and d.visit_id = ${visitId} and d.state = 'scheduled'
      -- a de-escalation survey is sent by a person and not by the event
      and d.purpose <> 'de_escalation'
      and d.message_id < ${beforeMessageId} and m.event = any(${events}::text[])
    for update of d`.execute(tx);
  await suppressDeliveries(
    tx,
    applicationId,
    rows.map(({ id }) => ({ id, reason: 'event_cancelled' })),
  );
}
