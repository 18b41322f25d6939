import type { triggers } from '@wardvoice/contract';
import type { Tx } from '../../../platform/db/database.ts';
import type { AuditNote } from '../../../platform/http/audit-calls.ts';
import type { Scope } from '../../../platform/scope.ts';
import { createSupposition } from '../../suppression/index.ts';
import { matchesFilters } from '../matches-filters.ts';
import { SURVEY_RESPONSE_ESCALATED } from '../trigger-catalog.ts';
import { decisionOf, MAX_SHOWN } from './breakdown.ts';
import { listPastEscalations, listPastEvents } from './past-events.queries.ts';
import { eventsOf, findFirstAsking, suppose, type Tried } from './suppose.ts';
import { createTally } from './tally.ts';

const DAY_MS = 86_400_000;
/** Maximum number of messages that are read. Beyond it the preview reports from when on it looked. */
const MAX_EXAMINED = 20_000;
/** Maximum number of deliveries that the gate is asked about, because each costs several lookups. */
const MAX_PREVIEWED = 5_000;
const NO_NAMES = { given_name: null, family_name: null };

interface Options {
  applicationId: number;
  days: number;
  now: Date;
  /** Where the audit notes whose names are shown; null: the caller may not see whom the messages are about. */
  names: AuditNote | null;
}

/**
 * Returns what a trigger would have done, with the same filters and the same gate as in reality. Reads only. The newest
 * messages are read first, so that a limit leaves out the oldest.
 */
export async function previewTrigger(
  tx: Tx,
  scope: Scope,
  trigger: Tried,
  { applicationId, days, now, names }: Options,
): Promise<triggers.TriggerPreview> {
  const since = new Date(now.getTime() - days * DAY_MS);
  if (trigger.trigger === SURVEY_RESPONSE_ESCALATED)
    return previewPush(tx, scope, trigger, { applicationId, days, since });

  const { location = [], last_visit = [] } = trigger.config.filters;
  const examined = await listPastEvents(tx, scope, applicationId, {
    since,
    events: eventsOf(trigger),
    wards: location,
    withLastVisit: last_visit.length > 0,
    limit: MAX_EXAMINED,
  });
  const passing = examined.filter((past) => matchesFilters(trigger.config.filters, past, past.processed_at));
  const previewed = passing.slice(0, MAX_PREVIEWED).toReversed();
  const first = await findFirstAsking(tx, applicationId, trigger);
  const supposed = previewed.map((past) => suppose(trigger, first, past));
  const supposition = createSupposition(applicationId, trigger.id ?? null);
  const answers = supposition.decide(supposed, await supposition.read(tx, supposed));
  const tally = createTally();
  answers.forEach(tally.add);
  const decisions = previewed
    .flatMap((past, index): triggers.PreviewDecision[] => {
      const answer = answers[index];
      if (!answer) return [];
      const { given_name, family_name } = past;
      return [{ ...decisionOf(past, answer), ...(names ? { given_name, family_name } : NO_NAMES) }];
    })
    .slice(-MAX_SHOWN)
    .toReversed();
  names?.saw(previewed.slice(-MAX_SHOWN));

  const isBounded = examined.length === MAX_EXAMINED || passing.length > MAX_PREVIEWED;
  const last = passing.length > MAX_PREVIEWED ? passing[MAX_PREVIEWED - 1] : examined.at(-1);
  return {
    days,
    since: (isBounded && last ? last.event_at : since).toISOString(),
    bounded: isBounded,
    examined: examined.length,
    ...tally.result(trigger),
    decisions,
  };
}

/** Previews a push, which has no gate: each answer that escalated would have been sent. */
async function previewPush(
  tx: Tx,
  scope: Scope,
  { config }: Tried,
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
      ...decisionOf({ id: null, event: null, event_at: at, location }, { open: true, channel: 'push' }),
      ...NO_NAMES,
    })),
  };
}
