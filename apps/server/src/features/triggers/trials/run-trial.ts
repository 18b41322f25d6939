import type { Context } from '../../../platform/context.ts';
import { oneAtATime } from '../../../platform/jobs/one-at-a-time.ts';
import { applicationScope, type ApplicationScope } from '../../../platform/scope.ts';
import { createSupposition } from '../../suppression/index.ts';
import { matchesFilters } from '../matches-filters.ts';
import { SURVEY_RESPONSE_ESCALATED } from '../trigger-catalog.ts';
import { RUN_TRIAL } from './ask-for-trial.ts';
import { createBreakdown } from './breakdown.ts';
import {
  countEvents,
  listEventsAfter,
  listPastEscalations,
  type DatedEvent,
  type EventRange,
} from './past-events.queries.ts';
import { eventsOf, findFirstAsking, suppose, type FirstAsking } from './suppose.ts';
import { moveTrial } from './trial-state.ts';
import { lockTrial, recordExamined, type StoredOutcome, type TrialRow } from './trials.queries.ts';

/** A trial that began three times and never ended is given up. */
const MAX_ATTEMPTS = 3;
/** Events that are read at once. The process does nothing else while it decides about them. */
const EVENTS_AT_ONCE = 2_000;
/** Parts of which the facts are read at the same time, each by a connection of its own. */
const PARTS_AT_ONCE = 3;
const PROGRESS_EVERY_MS = 1_000;
const MAX_ANSWERS = 200_000;
const DAY_MS = 86_400_000;

/** Returns the job that counts what a rule would have done. After a kill it begins anew. */
export const createTrialRunner = (ctx: Context, { eventsAtOnce = EVENTS_AT_ONCE } = {}) =>
  oneAtATime(ctx, { task: RUN_TRIAL, record: 'trial_id' }, (applicationId, id) =>
    runTrial(ctx, applicationId, id, eventsAtOnce),
  );

async function runTrial(ctx: Context, applicationId: number, id: number, eventsAtOnce: number): Promise<void> {
  const begun = await begin(ctx, applicationId, id);
  if (!begun) return;
  const scope = { ...applicationScope(applicationId), locations: begun.wards };
  const outcome = await (begun.rule.trigger === SURVEY_RESPONSE_ESCALATED
    ? countAnswers(ctx, scope, begun)
    : countEventsOf(ctx, scope, begun, eventsAtOnce));
  if (!outcome) return;
  await ctx.db.transaction(applicationScope(applicationId), async (tx) => {
    // Another attempt may have begun, because this process was taken for dead: that one's counts are stored.
    if ((await lockTrial(tx, applicationId, id))?.attempts !== begun.attempts) return;
    await moveTrial(tx, id, 'counted', { outcome, examined: outcome.examined, finished_at: ctx.clock() });
  });
}

/** Says that the trial is begun, and returns it; null: it is over, or has been given up just now. */
const begin = (ctx: Context, applicationId: number, id: number): Promise<TrialRow | null> =>
  ctx.db.transaction(applicationScope(applicationId), async (tx) => {
    const found = await lockTrial(tx, applicationId, id);
    if (!found) return null;
    const now = ctx.clock();
    if (found.attempts >= MAX_ATTEMPTS) {
      await moveTrial(tx, id, 'given_up', { finished_at: now });
      return null;
    }
    const attempts = found.attempts + 1;
    return (await moveTrial(tx, id, 'begun', { attempts, examined: 0, started_at: now }))
      ? { ...found, attempts }
      : null;
  });

const sinceOf = ({ asked_at, days }: TrialRow) => new Date(asked_at.getTime() - days * DAY_MS);

/** Asks the gate about each event, oldest first. Returns null where the trial ended meanwhile. */
async function countEventsOf(
  ctx: Context,
  scope: ApplicationScope,
  trial: TrialRow,
  eventsAtOnce: number,
): Promise<StoredOutcome | null> {
  const { applicationId } = scope;
  const { rule, days, asked_at } = trial;
  const { filters } = rule.config;
  const range: EventRange = {
    since: sinceOf(trial),
    until: asked_at,
    events: eventsOf(rule),
    wards: filters['location'] ?? [],
    withLastVisit: (filters['last_visit'] ?? []).length > 0,
  };
  const first = await ctx.db.transaction(scope, async (tx) => {
    const expected = await countEvents(tx, scope, applicationId, range);
    await tx.updateTable('trigger_trials').set({ expected }).where('id', '=', trial.id).execute();
    return findFirstAsking(tx, applicationId, rule);
  });
  const supposition = createSupposition(applicationId, rule.id ?? null);
  const breakdown = createBreakdown();
  let examined = 0;
  let toldAt = performance.now();
  for await (const part of readParts(ctx, scope, { trial, range, first, supposition, eventsAtOnce })) {
    const answers = supposition.decide(part.supposed, await part.facts);
    part.passing.forEach((past, index) => {
      const answer = answers[index];
      if (answer) breakdown.add(past, answer);
    });
    examined += part.events.length;
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) continue;
    toldAt = performance.now();
    if (!(await ctx.db.transaction(scope, (tx) => recordExamined(tx, trial, examined)))) return null;
  }
  return { days, since: range.since.toISOString(), bounded: false, examined, ...breakdown.result(rule) };
}

type Supposition = ReturnType<typeof createSupposition>;

interface Part {
  events: DatedEvent[];
  /** Those that the filters let pass. */
  passing: DatedEvent[];
  supposed: ReturnType<typeof suppose>[];
  facts: ReturnType<Supposition['read']>;
}

/** Yields all events in their order. The facts of the next parts are read while one is being decided. */
async function* readParts(
  ctx: Context,
  scope: ApplicationScope,
  of: { trial: TrialRow; range: EventRange; first: FirstAsking; supposition: Supposition; eventsAtOnce: number },
): AsyncGenerator<Part> {
  const { rule } = of.trial;
  const begun: Part[] = [];
  let after: DatedEvent | null = null;
  let isOver = false;
  while (!isOver || begun.length > 0) {
    while (!isOver && begun.length < PARTS_AT_ONCE) {
      const position = { after, limit: of.eventsAtOnce };
      const events: DatedEvent[] = await ctx.db.transaction(scope, (tx) =>
        listEventsAfter(tx, scope, scope.applicationId, of.range, position),
      );
      const passing = events.filter((past) => matchesFilters(rule.config.filters, past, past.processed_at));
      const supposed = passing.map((past) => suppose(rule, of.first, past));
      const facts = ctx.db.transaction(scope, (tx) => of.supposition.read(tx, supposed));
      // Whoever waits for it is told. A failure of one part must not be unseen while another is waited for.
      facts.catch(() => undefined);
      begun.push({ events, passing, supposed, facts });
      after = events.at(-1) ?? null;
      isOver = events.length < of.eventsAtOnce;
    }
    const next = begun.shift();
    if (next) yield next;
  }
}

/** A push has no gate: each answer that escalated would have been sent. */
async function countAnswers(ctx: Context, scope: ApplicationScope, trial: TrialRow): Promise<StoredOutcome> {
  const { rule, days } = trial;
  const since = sinceOf(trial);
  const asked = { since, surveyId: rule.config.survey_id, limit: MAX_ANSWERS };
  const found = await ctx.db.transaction(scope, (tx) => listPastEscalations(tx, scope, scope.applicationId, asked));
  const breakdown = createBreakdown();
  for (const { at, location, month } of found.toReversed())
    breakdown.add({ id: null, event: null, event_at: at, location, month }, { open: true, channel: 'push' });
  const bounded = found.length === MAX_ANSWERS;
  const from = bounded ? (found.at(-1)?.at ?? since) : since;
  return { days, since: from.toISOString(), bounded, examined: found.length, ...breakdown.result(rule) };
}
