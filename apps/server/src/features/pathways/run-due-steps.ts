import type { pathways } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { isDatabaseAway, withRetry, type Tx } from '../../platform/db/database.ts';
import { inTurns } from '../../platform/jobs/in-turns.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope, systemScope } from '../../platform/scope.ts';
import { chosenChannels } from '../consent/index.ts';
import { planDeliveries } from '../deliveries/index.ts';
import { fillIn, offerSurveys, surveyWords } from '../invitations/index.ts';
import { findRestore, sendTime } from '../sending-holds/index.ts';
import { askGateBeforehandOfAll } from '../suppression/index.ts';
import { decideStep } from './decide-step.ts';
import {
  listAnsweredOtherwise,
  listApplicationsWithDueSteps,
  listEarlierSteps,
  lockDueSteps,
  readScoreValues,
  recordDecisions,
  type Decided,
  type DueStep,
} from './due-steps.queries.ts';

export const RUN_DUE_STEPS = 'run-due-steps';

/** Patients whose steps are decided in one transaction. */
const BATCH = 200;
/** After this time the job ends, and the next one goes on, so that it keeps no process from stopping. */
const RUN_MS = 45_000;
const DAY_MS = 86_400_000;

/** Decides the steps of pathways that are due. The job runs every minute; several may run at once. */
export async function runDueSteps(ctx: Context): Promise<void> {
  const applications = await ctx.db.transaction(systemScope('every application'), (tx) =>
    listApplicationsWithDueSteps(tx, ctx.clock()),
  );
  await inTurns(applications, (id) => decideSome(ctx, id), RUN_MS);
}

/** Returns whether more may be due. */
async function decideSome(ctx: Context, applicationId: number): Promise<boolean> {
  const decide = (which: Which) =>
    withRetry(() =>
      ctx.db.transaction(applicationScope(applicationId), (tx) => decideDueSteps(tx, ctx, applicationId, which)),
    );
  try {
    return (await decide({ limit: BATCH })) === BATCH;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.warn({ application: applicationId, err: error }, 'a batch of steps failed; they are decided one by one');
    await decideOneByOne(ctx, decide);
    // So the job counts as failed. The next one decides what is left.
    throw error;
  }
}

/** Decides as many as a batch. Those that fail are left for the next job, and harm no others. */
async function decideOneByOne(ctx: Context, decide: (which: Which) => Promise<number>): Promise<void> {
  const failed: number[] = [];
  for (let count = 0; count < BATCH; count += 1) {
    let current: number | undefined;
    try {
      if ((await decide({ limit: 1, except: failed, onLocked: (id) => (current = id) })) === 0) return;
    } catch (error) {
      if (current === undefined || isDatabaseAway(error)) throw error;
      ctx.log.error({ enrolment: current, err: error }, 'the step of a pathway could not be decided');
      failed.push(current);
    }
  }
}

interface Which {
  limit: number;
  /** Enrolments that failed just now. */
  except?: readonly number[];
  onLocked?: (enrolmentId: number) => void;
}

/**
 * Decides a batch of steps, and stores offers and deliveries of those that are asked, all or nothing. A step is decided once: its
 * occasion is unique. Returns how many there were.
 */
async function decideDueSteps(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  { limit, except = [], onLocked }: Which,
): Promise<number> {
  const now = ctx.clock();
  const due = await lockDueSteps(tx, applicationId, now, { limit, except });
  const [first] = due;
  if (!first) return 0;
  onLocked?.(first.enrolment_id);
  const answers = await askGateBeforehandOfAll(
    tx,
    applicationId,
    due.map((step) => ({
      purpose: 'survey',
      ...chosenChannels(step.channel),
      recipient: null,
      addressed: false,
      contact_id: null,
      patient_id: step.person_id,
      visit_id: step.visit_id,
      message_id: step.message_id,
      trigger_id: step.trigger_id,
      enrolment_id: step.enrolment_id,
      survey_id: step.survey_id,
    })),
    now,
  );
  const isMet = await readConditions(tx, applicationId, due);
  const isAnswered = await listAnsweredOtherwise(tx, applicationId, due);
  const decided = due.map((step, index): Decided => {
    const answer = answers[index];
    const decision = decideStep(
      {
        ...step,
        is_met: isMet(step),
        is_answered: isAnswered.has(step.enrolment_id),
        refusal: answer?.open === false ? answer.reason : null,
      },
      now,
    );
    return { step, decision };
  });
  const occasions = await recordDecisions(tx, applicationId, decided, now);
  await ask(
    tx,
    ctx,
    applicationId,
    decided.flatMap(({ step, decision }) => (decision.kind === 'asked' ? [step] : [])),
    occasions,
  );
  await announce(tx, applicationId, ['pathways', 'deliveries']);
  return due.length;
}

/** Returns whether the condition of a step is met. A step without one always is. */
async function readConditions(
  tx: Tx,
  applicationId: number,
  due: readonly DueStep[],
): Promise<(step: DueStep) => boolean> {
  const conditional = due.filter(({ only_if }) => only_if !== null);
  const earlier = await listEarlierSteps(
    tx,
    applicationId,
    conditional.map(({ enrolment_id }) => enrolment_id),
  );
  const answered = new Map(earlier.map((one) => [`${one.enrolment_id} ${one.day}`, one.feedback_id]));
  const values = await readScoreValues(
    tx,
    applicationId,
    earlier.flatMap(({ feedback_id }) => feedback_id ?? []),
  );
  return ({ enrolment_id, only_if }) => {
    if (!only_if) return true;
    const feedbackId = answered.get(`${enrolment_id} ${only_if.day}`) ?? null;
    return isConditionMet(only_if, feedbackId, values.get(`${feedbackId} ${only_if.score_id}`));
  };
}

function isConditionMet(
  { is, value }: pathways.StepCondition,
  feedbackId: number | null,
  score: number | undefined,
): boolean {
  if (is === 'answered') return feedbackId !== null;
  if (is === 'not_answered') return feedbackId === null;
  if (score === undefined || value === null) return false;
  return is === 'score_at_least' ? score >= value : score <= value;
}

/** Counts the reminders that come while the survey can still be answered: fewer where the step was put off. */
function countReminders({ reminders, reminder_days, closes_at }: DueStep, now: Date): number {
  const days = (closes_at.getTime() - now.getTime()) / DAY_MS;
  return Math.min(reminders, Math.max(0, Math.ceil(days / reminder_days) - 1));
}

async function ask(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  steps: readonly DueStep[],
  occasions: ReadonlyMap<number, number>,
): Promise<void> {
  if (steps.length === 0) return;
  const now = ctx.clock();
  const hospital = await tx
    .selectFrom('applications')
    .select(['title', 'language'])
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  const offered = await offerSurveys(
    tx,
    ctx,
    applicationId,
    steps.map((step) => ({
      way: 'pathway',
      survey_id: step.survey_id,
      trigger_id: step.trigger_id,
      patient_id: step.person_id,
      visit_id: step.visit_id,
      message_id: step.message_id,
      enrolment_id: step.enrolment_id,
      occasion_id: occasions.get(step.enrolment_id) ?? null,
      language: step.language,
      valid_days: (step.closes_at.getTime() - now.getTime()) / DAY_MS,
    })),
  );
  const restoredAt = await findRestore(tx, applicationId);
  await planDeliveries(
    tx,
    applicationId,
    steps.map((step, index) => {
      const channels = chosenChannels(step.channel);
      const language = offered[index]?.language ?? hospital.language;
      const values = { given_name: step.given_name, ward: step.location, hospital: hospital.title };
      const words = surveyWords(language, channels.channel, values);
      const text = step.text === null ? words.text : fillIn(step.text, values);
      return {
        purpose: 'survey',
        ...channels,
        cause: `pathway:${occasions.get(step.enrolment_id)}`,
        send_at: sendTime(step.next_due_at, restoredAt, now),
        subject: (step.subject === null ? words.subject : fillIn(step.subject, values)) || null,
        // The link is appended where the text does not contain it.
        text: text.includes('{{link}}') ? text : `${text} {{link}}`,
        reminders_left: countReminders(step, now),
        reminder_days: step.reminder_days,
        trigger_id: step.trigger_id,
        invitation_id: offered[index]?.id ?? null,
        message_id: step.message_id,
        patient_id: step.person_id,
        visit_id: step.visit_id,
        location: step.location,
        enrolment_id: step.enrolment_id,
      };
    }),
    now,
  );
}
