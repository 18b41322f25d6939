import type { triggers } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { planDeliveries, type PlannedDelivery } from '../deliveries/index.ts';
import type { PatientChannel } from '../consent/index.ts';
import { invite, type NewInvitation } from '../invitations/index.ts';
import { listSurveyLanguages } from '../surveys/index.ts';
import { matchesFilters, type FilterFacts } from './matches-filters.ts';
import { fillIn, INVITATION_TEXTS } from './message-texts.ts';
import { listActiveTriggers, listKnownCauses } from './triggers.queries.ts';
import { HL7_MESSAGE_PROCESSED } from './trigger-catalog.ts';

/** A message that was processed, with patient and visit as they were right after it. */
export interface ProcessedEvent extends FilterFacts {
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
  invitation_valid_days: number;
}

/** Events that can set a trigger off. */
export const TRIGGERING: ReadonlySet<string> = new Set(['A01', 'A02', 'A03', 'A04', 'S12', 'S13', 'S14', 'S15', 'S26']);

/**
 * Events → deliveries, in the transaction that processed them. Running twice adds nothing: each delivery is known by its
 * trigger and message.
 */
export async function runTriggers(
  tx: Tx,
  house: Context,
  application: ApplicationFacts,
  events: readonly ProcessedEvent[],
): Promise<void> {
  const candidates = events.filter(({ event }) => TRIGGERING.has(event));
  if (candidates.length === 0) return;
  const active = await listActiveTriggers(tx, application.id, HL7_MESSAGE_PROCESSED);
  if (active.length === 0) return;

  const now = house.clock();
  const matched = candidates.flatMap((event) =>
    active
      .filter(({ config }) => matchesFilters(config.filters, event, now))
      .map((trigger) => ({ trigger, event, cause: `trigger:${trigger.id}:message:${event.message_id}` })),
  );
  const known = await listKnownCauses(
    tx,
    application.id,
    matched.map(({ cause }) => cause),
  );
  const fresh = matched.filter(({ cause }) => !known.has(cause));
  if (fresh.length === 0) return;

  const languages = await listSurveyLanguages(tx, application.id);
  const plans = fresh.map(({ trigger, event, cause }) => plan(trigger, event, cause, application, languages, now));
  const asking = plans.filter((one) => one.invitation !== null);
  const invitationIds = await invite(
    tx,
    house.secretKey,
    { applicationId: application.id, validDays: application.invitation_valid_days, now },
    asking.map(({ invitation }) => invitation as NewInvitation),
  );
  asking.forEach((one, index) => (one.delivery.invitation_id = invitationIds[index] ?? null));
  await planDeliveries(
    tx,
    application.id,
    plans.map(({ delivery }) => delivery),
    now,
  );
}

interface ActiveTrigger {
  id: number;
  action: string;
  config: triggers.TriggerConfig;
}

function plan(
  { id, action, config }: ActiveTrigger,
  event: ProcessedEvent,
  cause: string,
  application: ApplicationFacts,
  surveyLanguages: ReadonlyMap<number, readonly string[]>,
  now: Date,
): { delivery: PlannedDelivery; invitation: NewInvitation | null } {
  const dueAt = new Date(event.at.getTime() + config.delay * 60_000);
  const channels = channelsOf(action, config.channel);
  const isSurvey = action === 'send_survey_request' && config.survey_id !== undefined;
  const language = isSurvey
    ? choose(event.language, surveyLanguages.get(config.survey_id as number) ?? [application.language])
    : application.language;
  const standard = INVITATION_TEXTS[language] ?? INVITATION_TEXTS['en'];
  const values = { given_name: event.given_name, ward: event.location, hospital: application.title };
  const text = config.text || (channels.channel === 'sms' ? standard?.sms : standard?.email) || '';
  return {
    delivery: {
      purpose: isSurvey ? 'survey' : 'message',
      ...channels,
      cause,
      send_at: dueAt > now ? dueAt : now,
      subject: fillIn(config.subject || (isSurvey ? (standard?.subject ?? '') : ''), values) || null,
      // A link must not get lost because somebody forgot to write it down.
      text: fillIn(isSurvey && !/\{\{\s*link\s*\}\}/.test(text) ? `${text} {{link}}` : text, values),
      ...(isSurvey ? { reminders_left: config.reminders ?? 0, reminder_days: config.reminder_days ?? 7 } : {}),
      trigger_id: id,
      message_id: event.message_id,
      patient_id: event.patient_id,
      visit_id: event.visit_id,
    },
    invitation: isSurvey
      ? {
          survey_id: config.survey_id as number,
          trigger_id: id,
          patient_id: event.patient_id,
          visit_id: event.visit_id,
          message_id: event.message_id,
          language,
        }
      : null,
  };
}

export function channelsOf(
  action: string,
  channel: triggers.TriggerConfig['channel'],
): { channel: PatientChannel; fallback_channel: PatientChannel | null } {
  if (action === 'send_sms') return { channel: 'sms', fallback_channel: null };
  if (action === 'send_email') return { channel: 'email', fallback_channel: null };
  if (channel === 'sms' || channel === 'sms_or_email')
    return { channel: 'sms', fallback_channel: channel === 'sms' ? null : 'email' };
  return { channel: 'email', fallback_channel: channel === 'email_or_sms' ? 'sms' : null };
}

const choose = (wanted: string | null, offered: readonly string[]): string =>
  wanted !== null && offered.includes(wanted) ? wanted : (offered[0] ?? 'en');
