import type { patients } from '@wardvoice/contract';
import { sql } from 'kysely';
import { seeingEveryWard, type Tx } from '../../platform/db/database.ts';
import { explainTriggers } from '../triggers/index.ts';

interface DeliveryRow {
  state: string;
  reason: string | null;
  at: Date;
  channel: string;
  survey_title: string | null;
  action: string | null;
}

/**
 * Returns whether a patient got a survey about a visit, when and by which trigger, or why not, also when no trigger
 * matched. What was sent while the patient lay in another ward counts, whoever asks: they see the visit, and it says nothing of what
 * was written.
 */
export const proveVisit = (tx: Tx, applicationId: number, visitId: number): Promise<patients.Proof> =>
  seeingEveryWard(tx, () => findProof(tx, applicationId, visitId));

async function findProof(tx: Tx, applicationId: number, visitId: number): Promise<patients.Proof> {
  const nothing = {
    visit_id: visitId,
    at: null,
    channel: null,
    survey_title: null,
    rule: null,
    reason: null,
    rules_not_matched: [],
  };
  const answered = await findAnswer(tx, applicationId, visitId);
  if (answered)
    return { ...nothing, outcome: 'answered', at: answered.at.toISOString(), survey_title: answered.survey_title };
  const delivery = await findMostTelling(tx, applicationId, visitId);
  if (delivery) {
    const { at, channel, survey_title, action, reason } = delivery;
    return {
      ...nothing,
      outcome: outcomeOf(delivery),
      at: at.toISOString(),
      channel,
      survey_title,
      rule: action ?? 'by_hand',
      reason,
    };
  }
  const { hasEvent, notMatched } = await explainTriggers(tx, applicationId, { visitId });
  return { ...nothing, outcome: hasEvent ? 'no_rule' : 'no_event', rules_not_matched: notMatched };
}

function outcomeOf({ state }: DeliveryRow): patients.Proof['outcome'] {
  if (state === 'suppressed') return 'not_asked';
  if (state === 'failed') return 'failed';
  return state === 'scheduled' || state === 'sending' ? 'waiting' : 'asked';
}

async function findAnswer(
  tx: Tx,
  applicationId: number,
  visitId: number,
): Promise<{ at: Date; survey_title: string } | undefined> {
  const { rows } = await sql<{ at: Date; survey_title: string }>`
    select i.answered_at as at, s.title as survey_title
    from invitations i join surveys s on s.application_id = i.application_id and s.id = i.survey_id
    where i.application_id = ${applicationId} and i.visit_id = ${visitId} and i.answered_at is not null
    order by i.answered_at desc limit 1`.execute(tx);
  return rows[0];
}

/**
 * Finds the delivery that says most about a visit: one that was sent, else one that waits, else one that failed, else
 * one that was refused. Surveys are found by the ledger of offers, so that a refused reminder does not hide a survey
 * that was sent. Messages without a survey are included.
 */
async function findMostTelling(tx: Tx, applicationId: number, visitId: number): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select told.state, told.reason, told.channel, s.title as survey_title, t.action, told.at
    from (
      select d.id, i.asking as state, i.asking_reason as reason, d.channel, i.survey_id, d.trigger_id,
        coalesce(i.asked_at, case when i.asking = 'suppressed' then d.created_at else d.send_at end) as at
      from invitations i
      join deliveries d on d.application_id = i.application_id and d.id = i.delivery_id
      where i.application_id = ${applicationId} and i.visit_id = ${visitId} and i.case_id is null
      union all
      select d.id, d.state, d.reason, d.channel, null, d.trigger_id,
        case when d.state = 'suppressed' then d.created_at else coalesce(d.sent_at, d.send_at) end
      from deliveries d
      where d.application_id = ${applicationId} and d.visit_id = ${visitId} and d.purpose = 'message'
    ) told
    left join surveys s on s.application_id = ${applicationId} and s.id = told.survey_id
    left join triggers t on t.application_id = ${applicationId} and t.id = told.trigger_id
    order by
      case told.state when 'delivered' then 1 when 'sent' then 2 when 'sending' then 3 when 'scheduled' then 4 when 'failed' then 5 else 6 end,
      told.id desc
    limit 1`.execute(tx);
  return rows[0];
}
