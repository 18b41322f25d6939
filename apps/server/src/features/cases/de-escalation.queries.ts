import type { cases, deliveries } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PatientChannel } from '../consent/index.ts';
import { reachedBy, type Reached } from '../deliveries/index.ts';

/** The person who gave the answers of a case, and what is needed to send them another survey. */
export interface Answerer extends Reached {
  feedback_id: number;
  location: string | null;
  /** The language in which they answered. */
  language: string;
  patient_id: number | null;
  contact_id: number | null;
  visit_id: number | null;
  message_id: number | null;
  given_name: string | null;
  hospital: string;
  hospital_language: string;
  invitation_valid_days: number;
  /** The de-escalation survey of the application; null when none is set. */
  survey_id: number | null;
  survey_title: string | null;
  survey_active: boolean;
  /** A de-escalation survey was sent for this case, or for another case of the same answers. */
  asked_already: boolean;
}

export async function findAnswerer(tx: Tx, applicationId: number, caseId: number): Promise<Answerer | undefined> {
  const { rows } = await sql<Answerer>`
    select c.feedback_id, c.location, f.language, i.patient_id, i.contact_id, i.visit_id, i.message_id,
      coalesce(p.given_name, split_part(person.name, ' ', 1)) as given_name,
      a.title as hospital, a.language as hospital_language, a.invitation_valid_days,
      s.id as survey_id, s.title as survey_title, coalesce(s.active, false) as survey_active,
      sent.channel, sent.recipient, coalesce(sent.addressed, false) as addressed,
      exists (
        select from cases other
        join invitations again on again.application_id = other.application_id and again.case_id = other.id
        where other.application_id = c.application_id and other.feedback_id = c.feedback_id and again.withdrawn_at is null
      ) as asked_already
    from cases c
    join applications a on a.id = c.application_id
    join feedback f on f.application_id = c.application_id and f.id = c.feedback_id
    join invitations i on i.application_id = c.application_id and i.id = f.invitation_id
    left join patients p on p.application_id = c.application_id and p.id = i.patient_id
    left join contacts person on person.application_id = c.application_id and person.id = i.contact_id
    left join surveys s on s.application_id = a.id and s.id = a.de_escalation_survey_id
    left join lateral ${reachedBy} sent on true
    where c.application_id = ${applicationId} and c.id = ${caseId}`.execute(tx);
  return rows[0];
}

interface AskedAgain {
  case_id: number;
  survey_title: string;
  survey_active: boolean;
  expires_at: Date;
  opened_at: Date | null;
  withdrawn_at: Date | null;
  state: deliveries.DeliveryState;
  reason: deliveries.SuppressionReason | null;
  channel: PatientChannel;
  recipient: string | null;
  at: Date;
  /** The answers to the de-escalation survey; null while there are none. */
  feedback_id: number | null;
  score: number | null;
  answered_at: Date | null;
  opened_case_id: number | null;
}

/** Finds the newest de-escalation survey for the answers that opened this case. */
export async function findAskedAgain(tx: Tx, applicationId: number, caseId: number): Promise<AskedAgain | undefined> {
  const { rows } = await sql<AskedAgain>`
    select again.case_id, s.title as survey_title, s.active as survey_active, again.expires_at, again.opened_at, again.withdrawn_at,
      d.state, d.reason, d.channel, d.recipient, coalesce(d.sent_at, d.send_at) as at,
      f.id as feedback_id, f.score, f.submitted_at as answered_at,
      (select min(next.id) from cases next
        where next.application_id = f.application_id and next.feedback_id = f.id) as opened_case_id
    from cases c
    join cases other on other.application_id = c.application_id and other.feedback_id = c.feedback_id
    join invitations again on again.application_id = c.application_id and again.case_id = other.id
    join surveys s on s.application_id = c.application_id and s.id = again.survey_id
    join deliveries d on d.application_id = c.application_id and d.invitation_id = again.id
    left join feedback f on f.application_id = c.application_id and f.invitation_id = again.id
    where c.application_id = ${applicationId} and c.id = ${caseId}
    order by again.id desc limit 1`.execute(tx);
  return rows[0];
}

/** Locks the case's de-escalation delivery while it is not sent; undefined when there is none, or it was sent. */
export async function lockWaitingDelivery(tx: Tx, applicationId: number, caseId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select d.id from deliveries d
    where d.application_id = ${applicationId} and d.state = 'scheduled' and d.invitation_id in (
      select id from invitations where application_id = ${applicationId} and case_id = ${caseId})
    for update of d`.execute(tx);
  return rows[0]?.id;
}

/** Returns the state that matters most: an answer, then a failure, then the progress of the delivery. */
export function stateOf(
  { answered_at, state, withdrawn_at, survey_active, expires_at, opened_at }: AskedAgain,
  now: Date,
): cases.DeEscalationState {
  if (answered_at !== null) return 'answered';
  if (state === 'suppressed' || state === 'failed') return state;
  if (withdrawn_at !== null || !survey_active) return 'withdrawn';
  if (state === 'scheduled' || state === 'sending') return 'waiting';
  if (expires_at <= now) return 'expired';
  return opened_at === null ? 'sent' : 'opened';
}
