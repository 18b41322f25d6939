import type { patients } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { explainTriggers } from '../triggers/index.ts';

interface DeliveryRow {
  state: string;
  reason: string | null;
  at: Date;
  channel: string;
  survey_title: string | null;
  action: string | null;
}

/** Whether a patient was asked about a visit, when, by which rule, or why not: one sentence's worth, also when no rule matched. */
export async function proveVisit(tx: Tx, applicationId: number, visitId: number): Promise<patients.Proof> {
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
  const { hasEvent, notMatched } = await explainTriggers(tx, applicationId, visitId);
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

/** What left tells more than what waits, that more than what failed, and that more than what was refused. */
async function findMostTelling(tx: Tx, applicationId: number, visitId: number): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select d.state, d.reason, d.channel, s.title as survey_title, t.action,
      case when d.state in ('sent', 'delivered', 'answered') then coalesce(d.sent_at, d.send_at) when d.state = 'suppressed' then d.created_at
        else d.send_at end as at
    from deliveries d
    left join surveys s on s.application_id = d.application_id and s.id = d.survey_id
    left join triggers t on t.application_id = d.application_id and t.id = d.trigger_id
    where d.application_id = ${applicationId} and d.visit_id = ${visitId} and d.purpose in ('survey', 'message')
    order by
      case d.state when 'answered' then 0 when 'delivered' then 1 when 'sent' then 2 when 'sending' then 3 when 'scheduled' then 4
        when 'failed' then 5 else 6 end,
      d.id desc
    limit 1`.execute(tx);
  return rows[0];
}
