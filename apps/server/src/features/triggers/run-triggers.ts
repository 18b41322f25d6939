import { messages, type triggers } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { planDeliveries, type PlannedDelivery } from '../deliveries/index.ts';
import { chosenChannels, type ChosenChannels } from '../consent/index.ts';
import { fillIn, INVITATION_TEXTS, offerSurveys, type Offered } from '../invitations/index.ts';
import { beginPathways } from '../pathways/index.ts';
import { findRestore, sendTime } from '../sending-holds/index.ts';
import { listDaysSinceVisits } from '../visits/index.ts';
import { isLeftOut } from './draw-sample.ts';
import { matchesFilters, type FilterFacts } from './matches-filters.ts';
import { listActiveTriggers, listKnownCauses } from './triggers.queries.ts';
import { BEGIN_PATHWAY, HL7_MESSAGE_PROCESSED } from './trigger-catalog.ts';

/** A processed message with its patient and visit right after it. */
export interface ProcessedEvent extends Omit<FilterFacts, 'time_zone' | 'days_since_visit'> {
  message_id: number;
  patient_id: number;
  visit_id: number | null;
  given_name: string | null;
  at: Date;
}

interface ApplicationFacts {
  id: number;
  title: string;
  language: string;
  time_zone: string;
}

/** Events that can start a trigger. */
export const TRIGGERING: ReadonlySet<string> = new Set([
  ...Object.values(messages.EVENT_BY_TYPE),
  ...messages.APPOINTMENT_EVENTS,
]);

/**
 * Plans the deliveries of triggers, and begins their pathways, in the transaction that processed the events. A second run adds nothing, because
 * each delivery is identified by its trigger and message.
 */
export async function runTriggers(
  tx: Tx,
  ctx: Context,
  application: ApplicationFacts,
  events: readonly ProcessedEvent[],
): Promise<void> {
  const candidates = events.filter(({ event }) => TRIGGERING.has(event));
  if (candidates.length === 0) return;
  const active = await listActiveTriggers(tx, application.id, HL7_MESSAGE_PROCESSED);
  if (active.length === 0) return;

  const now = ctx.clock();
  const daysSinceVisits = active.some(({ config }) => config.filters['last_visit']?.length)
    ? await listDaysSinceVisits(
        tx,
        application.id,
        candidates.flatMap(({ visit_id }) => visit_id ?? []),
      )
    : new Map<number, number>();
  const matched = candidates.flatMap((event) => {
    const days_since_visit = daysSinceVisits.get(event.visit_id ?? 0) ?? null;
    const facts = { ...event, time_zone: application.time_zone, days_since_visit };
    return active
      .filter(({ config }) => matchesFilters(config.filters, facts, now))
      .map((trigger) => ({ trigger, event, cause: `trigger:${trigger.id}:message:${event.message_id}` }));
  });
  await beginPathways(
    tx,
    application.id,
    matched.flatMap(({ trigger, event }) =>
      trigger.action === BEGIN_PATHWAY && trigger.config.pathway_id !== undefined
        ? [{ ...event, pathway_id: trigger.config.pathway_id, trigger_id: trigger.id }]
        : [],
    ),
    now,
  );
  const sending = matched.filter(({ trigger }) => trigger.action !== BEGIN_PATHWAY);
  const known = await listKnownCauses(
    tx,
    application.id,
    sending.map(({ cause }) => cause),
  );
  const fresh = sending.filter(({ cause }) => !known.has(cause));
  if (fresh.length === 0) return;

  const asking = fresh.filter(({ trigger }) => surveyOf(trigger) !== null);
  const offered = await offerSurveys(
    tx,
    ctx,
    application.id,
    asking.map(({ trigger, event }) => ({
      way: 'trigger',
      survey_id: surveyOf(trigger) ?? 0,
      trigger_id: trigger.id,
      patient_id: event.patient_id,
      visit_id: event.visit_id,
      message_id: event.message_id,
      language: event.language,
    })),
  );
  const restoredAt = await findRestore(tx, application.id);
  const invitations = new Map(asking.map((one, index) => [one, offered[index]]));
  await planDeliveries(
    tx,
    application.id,
    fresh.map((one) => plan(one.trigger, one.event, one.cause, application, invitations.get(one), { now, restoredAt })),
    now,
  );
}

interface ActiveTrigger {
  id: number;
  action: string;
  config: triggers.TriggerConfig;
}

/** Returns the survey that a trigger sends; null when it sends something else. */
const surveyOf = ({ action, config }: ActiveTrigger): number | null =>
  action === 'send_survey_request' ? (config.survey_id ?? null) : null;

function plan(
  { id, action, config }: ActiveTrigger,
  event: ProcessedEvent,
  cause: string,
  application: ApplicationFacts,
  invitation: Offered | undefined,
  { now, restoredAt }: { now: Date; restoredAt: Date | null },
): PlannedDelivery {
  const dueAt = new Date(event.at.getTime() + config.delay * 60_000);
  const channels = channelsOf(action, config.channel);
  const isSurvey = invitation !== undefined;
  const language = invitation?.language ?? application.language;
  const standard = INVITATION_TEXTS[language] ?? INVITATION_TEXTS['en'];
  const values = { given_name: event.given_name, ward: event.location, hospital: application.title };
  const text = config.text || (channels.channel === 'sms' ? standard?.sms : standard?.email) || '';
  return {
    purpose: isSurvey ? 'survey' : 'message',
    ...channels,
    cause,
    // A message that is sent again after a restore may have led to the same before it.
    send_at: sendTime(dueAt, restoredAt, now),
    subject: fillIn(config.subject || (isSurvey ? (standard?.subject ?? '') : ''), values) || null,
    // The link is appended where the text does not contain it.
    text: fillIn(isSurvey && !/\{\{\s*link\s*\}\}/.test(text) ? `${text} {{link}}` : text, values),
    ...(isSurvey
      ? {
          reminders_left: config.reminders ?? 0,
          reminder_days: config.reminder_days ?? 7,
          sampled_out: isLeftOut(config, event),
          ...quotaOf(id, config, event.location),
        }
      : {}),
    trigger_id: id,
    invitation_id: invitation?.id ?? null,
    message_id: event.message_id,
    patient_id: event.patient_id,
    visit_id: event.visit_id,
  };
}

/** Returns the quota of a rule, and which deliveries are counted for it: those of a ward, or those without one. */
export const quotaOf = (triggerId: number, { ward_quota }: triggers.TriggerConfig, ward: string | null) =>
  ward_quota === undefined
    ? { ward_quota: null, quota_key: null }
    : { ward_quota, quota_key: `${triggerId} ${ward ?? ''}` };

export function channelsOf(action: string, channel: triggers.TriggerConfig['channel']): ChosenChannels {
  if (action === 'send_sms') return chosenChannels('sms');
  return chosenChannels(action === 'send_email' ? 'email' : (channel ?? 'email'));
}
