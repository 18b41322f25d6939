import type { triggers } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/scope.ts';
import { findPathway } from '../pathways/index.ts';
import { supposeDeliveries, type SupposedDelivery } from '../suppression/index.ts';
import { isLeftOut } from './draw-sample.ts';
import { matchesFilters } from './matches-filters.ts';
import { listPastEscalations, listPastEvents, type PastEvent } from './preview.queries.ts';
import { channelsOf, quotaOf, TRIGGERING } from './run-triggers.ts';
import { BEGIN_PATHWAY, SURVEY_RESPONSE_ESCALATED } from './trigger-catalog.ts';

const DAY_MS = 86_400_000;
/** Maximum number of messages that are read. Beyond it the preview reports from when on it looked. */
export const MAX_EXAMINED = 20_000;
/** Maximum number of deliveries that the gate is asked about, because each costs several lookups. */
const MAX_PREVIEWED = 5_000;
const MAX_SHOWN = 200;

interface Trial extends triggers.NewTrigger {
  id?: number | undefined;
}

interface Options {
  applicationId: number;
  days: number;
  now: Date;
  /** Whether the caller may see whom the messages are about. */
  withNames: boolean;
}

/**
 * Returns what a trigger would have done, with the same filters and the same gate as in reality. Reads only. The newest
 * messages are read first, so that a limit leaves out the oldest.
 */
export async function previewTrigger(
  tx: Tx,
  scope: Scope,
  trigger: Trial,
  { applicationId, days, now, withNames }: Options,
): Promise<triggers.TriggerPreview> {
  const since = new Date(now.getTime() - days * DAY_MS);
  if (trigger.trigger === SURVEY_RESPONSE_ESCALATED)
    return previewPush(tx, scope, trigger, { applicationId, days, since });

  const { event = [], location = [], last_visit = [] } = trigger.config.filters;
  const events = [...TRIGGERING].filter((one) => event.length === 0 || event.includes(one));
  const examined = await listPastEvents(tx, scope, applicationId, {
    since,
    events,
    wards: location,
    withLastVisit: last_visit.length > 0,
    limit: MAX_EXAMINED,
  });
  const passing = examined.filter((past) => matchesFilters(trigger.config.filters, past, past.processed_at));
  const previewed = passing.slice(0, MAX_PREVIEWED).toReversed();
  const first = await findFirstAsking(tx, applicationId, trigger);
  const answers = await supposeDeliveries(
    tx,
    applicationId,
    previewed.map((past) => suppose(trigger, first, past)),
    trigger.id ?? null,
  );
  const decisions = previewed
    .map((past, index): triggers.PreviewDecision => {
      const answer = answers[index];
      return {
        message_id: past.id,
        at: past.event_at.toISOString(),
        event: past.event,
        location: past.location,
        given_name: withNames ? past.given_name : null,
        family_name: withNames ? past.family_name : null,
        channel: answer?.open ? answer.channel : null,
        reason: answer?.open === false ? answer.reason : null,
      };
    })
    .toReversed();

  const isBounded = examined.length === MAX_EXAMINED || passing.length > MAX_PREVIEWED;
  const last = passing.length > MAX_PREVIEWED ? passing[MAX_PREVIEWED - 1] : examined.at(-1);
  return {
    days,
    since: (isBounded && last ? last.event_at : since).toISOString(),
    bounded: isBounded,
    examined: examined.length,
    ...count(decisions),
    sample: sampleOf(trigger, decisions),
    decisions: decisions.slice(0, MAX_SHOWN),
  };
}

/** What the trigger asks first: its survey, or the first step of its pathway. */
interface FirstAsking {
  survey_id: number | null;
  channel: triggers.TriggerConfig['channel'];
  delayMinutes: number;
}

async function findFirstAsking(tx: Tx, applicationId: number, { action, config }: Trial): Promise<FirstAsking> {
  const { survey_id = null, pathway_id, channel, delay } = config;
  const pathway =
    action === BEGIN_PATHWAY && pathway_id !== undefined ? await findPathway(tx, applicationId, pathway_id) : null;
  if (!pathway) return { survey_id: action === 'send_survey_request' ? survey_id : null, channel, delayMinutes: delay };
  return {
    survey_id: pathway.survey_id,
    channel: pathway.channel as triggers.TriggerConfig['channel'],
    delayMinutes: pathway.after_days * 1440,
  };
}

function suppose({ id, action, config }: Trial, first: FirstAsking, past: PastEvent): SupposedDelivery {
  return {
    purpose: first.survey_id === null ? 'message' : 'survey',
    ...channelsOf(action, first.channel),
    survey_id: first.survey_id,
    message_id: past.id,
    patient_id: past.patient_id,
    visit_id: past.visit_id,
    sampled_out: action === 'send_survey_request' && isLeftOut(config, past),
    ...quotaOf(id ?? 0, config, past.location),
    send_at: new Date(past.event_at.getTime() + first.delayMinutes * 60_000),
    at: past.processed_at,
  };
}

function count(decisions: readonly triggers.PreviewDecision[]) {
  const refused = new Map<NonNullable<triggers.PreviewDecision['reason']>, number>();
  for (const { reason } of decisions) if (reason) refused.set(reason, (refused.get(reason) ?? 0) + 1);
  return {
    matched: decisions.length,
    would_send: decisions.filter(({ reason }) => reason === null).length,
    refused: [...refused].map(([reason, many]) => ({ reason, count: many })).sort((a, b) => b.count - a.count),
  };
}

function sampleOf(
  { action, config }: Trial,
  decisions: readonly triggers.PreviewDecision[],
): triggers.TriggerPreview['sample'] {
  const { sample_percent, sample_seed = '', ward_quota } = config;
  if (action !== 'send_survey_request' || (sample_percent ?? ward_quota) === undefined) return null;
  const countOf = (wanted: triggers.PreviewDecision['reason']) =>
    decisions.filter(({ reason }) => reason === wanted).length;
  const over_quota = countOf('over_quota');
  const drawn = countOf(null) + over_quota;
  const frame = drawn + countOf('not_sampled');
  return { percent: sample_percent ?? 100, seed: sample_seed, frame, drawn, quota: ward_quota ?? null, over_quota };
}

/** Previews a push, which has no gate: each answer that escalated would have been sent. */
async function previewPush(
  tx: Tx,
  scope: Scope,
  { config }: Trial,
  { applicationId, days, since }: { applicationId: number; days: number; since: Date },
): Promise<triggers.TriggerPreview> {
  const found = await listPastEscalations(tx, scope, applicationId, {
    since,
    surveyId: config.survey_id,
    limit: MAX_PREVIEWED,
  });
  const isBounded = found.length === MAX_PREVIEWED;
  return {
    days,
    since: (isBounded ? (found.at(-1)?.at ?? since) : since).toISOString(),
    bounded: isBounded,
    examined: found.length,
    matched: found.length,
    would_send: found.length,
    refused: [],
    sample: null,
    decisions: found.slice(0, MAX_SHOWN).map(({ at, location }) => ({
      message_id: null,
      at: at.toISOString(),
      event: null,
      location,
      given_name: null,
      family_name: null,
      channel: 'push',
      reason: null,
    })),
  };
}
