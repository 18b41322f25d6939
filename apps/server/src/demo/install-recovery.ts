import { insertOutcomeScore } from '../features/outcome-scores/index.ts';
import { insertPathway } from '../features/pathways/index.ts';
import { findSurveyForm, installSurvey } from '../features/surveys/index.ts';
import { insertTrigger } from '../features/triggers/index.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/database.ts';
import { reserveIds } from '../platform/db/reserve-ids.ts';
import { seededRandom } from './demo-people.ts';
import { HOSPITAL } from './demo-hospitals.ts';
import type { InstalledHospital } from './install-hospital.ts';
import { RECOVERY_SURVEY } from './recovery-survey.ts';
import type { PastAnswer, Question } from './year/draw-answers.ts';
import { DAY_MS, drawFrom, plus, type Draw } from './year/draw.ts';
import { insertEach } from './year/insert-rows.ts';
import { seesWard } from './year/store-cases.ts';
import { storeFeedback } from './year/store-answers.ts';
import { newToken } from './year/store-askings.ts';

const WARDS = ['Cedar', 'Maple'];
const PATIENTS = 140;
/** Days after the discharge, days to answer, and how much of the trouble is left by then. */
const STEPS = [
  { title: 'When leaving', after_days: 0, window_days: 7, left: 1 },
  { title: 'Six weeks after', after_days: 42, window_days: 14, left: 0.55 },
  { title: 'Half a year after', after_days: 182, window_days: 21, left: 0.25 },
];
/** Share of those who are asked that answers. */
const ANSWERS = 0.8;

/** A patient in the pathway. */
interface Enrolled {
  patient_id: number;
  visit_id: number;
  location: string;
  started_at: Date;
  asked: Asked[];
}

interface Asked {
  step: number;
  due_at: Date;
  closes_at: Date;
  /** Null: the person has not answered. */
  answered: { at: Date; answers: PastAnswer[] } | null;
}

/** Makes a pathway with an outcome score: surgical patients are asked when they leave, after six weeks and after half a year. */
export async function installRecovery(
  tx: Tx,
  ctx: Context,
  { applicationId, hospital, departmentIds, workers }: InstalledHospital,
  seed: number,
): Promise<void> {
  if (hospital !== HOSPITAL) return;
  const now = ctx.clock();
  const draw = drawFrom(seededRandom(seed));
  const surveyId = await installSurvey(tx, applicationId, RECOVERY_SURVEY, { categoryIds: {} });
  const form = await findSurveyForm(tx, applicationId, surveyId, ['en']);
  if (!form) throw new Error('a survey that was just made is not there');
  await insertOutcomeScore(tx, applicationId, surveyId, {
    title: 'Pain and function',
    method: 'percent',
    higher_is_better: true,
    needed: 2,
    important_change: 10,
    bands: [
      { from: 0, title: 'Poor' },
      { from: 40, title: 'Fair' },
      { from: 60, title: 'Good' },
      { from: 80, title: 'Excellent' },
    ],
    items: form.questions.map(({ id, options }) => ({
      question_id: id,
      points: Object.fromEntries(options.map((option, place) => [String(option.id), place])),
      lowest: 0,
      highest: options.length - 1,
      reversed: true,
    })),
  });
  const pathwayId = await insertPathway(
    tx,
    applicationId,
    { title: 'After an operation', active: true },
    STEPS.map(({ left: _left, ...step }) => ({
      ...step,
      id: null,
      survey_id: surveyId,
      channel: 'sms_or_email',
      reminders: 1,
      reminder_days: 5,
      subject: null,
      text: null,
      only_if: null,
    })),
    now,
  );
  const { id: triggerId } = await insertTrigger(tx, applicationId, {
    trigger: 'hl7_message_processed',
    action: 'begin_pathway',
    // A joint was replaced (ICD-10).
    config: { filters: { event: ['A03'], diagnosis: ['Z96.6'] }, delay: 0, pathway_id: pathwayId },
    active: true,
  });
  const enrolled = await drawEnrolled(tx, draw, applicationId, form.questions, now);
  const asked = await storeEnrolled(tx, ctx, enrolled, { applicationId, surveyId, pathwayId, triggerId });
  const department_id = departmentIds.get('Surgery') ?? null;
  await storeFeedback(
    tx,
    draw,
    applicationId,
    asked.flatMap(({ invitation_id, location, answered }) =>
      answered
        ? [
            {
              feedback: { ...answered, themes: [], score: null },
              row: { invitation_id, survey_id: surveyId, department_id, location, language: 'en' },
            },
          ]
        : [],
    ),
    { readersOf: (ward) => workers.filter((worker) => seesWard(worker, ward)).map(({ id }) => id), now },
  );
}

/** Stores patients in the pathway, with what they were asked. */
async function storeEnrolled(
  tx: Tx,
  ctx: Context,
  enrolled: readonly Enrolled[],
  {
    applicationId,
    surveyId,
    pathwayId,
    triggerId,
  }: Record<'applicationId' | 'surveyId' | 'pathwayId' | 'triggerId', number>,
) {
  const own = { application_id: applicationId };
  const stepIds = (
    await tx
      .selectFrom('pathway_steps')
      .select('id')
      .where('pathway_id', '=', pathwayId)
      .orderBy('after_days')
      .execute()
  ).map(({ id }) => id);
  const enrolmentIds = await reserveIds(tx, 'pathway_enrolments', enrolled.length);
  await insertEach(tx, 'pathway_enrolments', enrolled, ({ patient_id, visit_id, started_at, asked }, index) => {
    const next = STEPS[asked.length];
    return {
      ...own,
      id: enrolmentIds[index] ?? 0,
      pathway_id: pathwayId,
      trigger_id: triggerId,
      patient_id,
      visit_id,
      created_at: started_at,
      started_at,
      state: next ? 'active' : 'completed',
      last_day: STEPS[asked.length - 1]?.after_days ?? -1,
      next_due_at: next ? plus(started_at, next.after_days * DAY_MS) : null,
      ended_at: next ? null : (asked.at(-1)?.due_at ?? null),
    };
  });
  const asked = enrolled.flatMap(({ asked: all, ...of }, index) =>
    all.map((one) => ({ ...of, ...one, enrolment_id: enrolmentIds[index] ?? 0 })),
  );
  const occasionIds = await reserveIds(tx, 'pathway_occasions', asked.length);
  await insertEach(tx, 'pathway_occasions', asked, ({ enrolment_id, step, due_at, closes_at }, index) => ({
    ...own,
    id: occasionIds[index] ?? 0,
    enrolment_id,
    step_id: stepIds[step] ?? null,
    survey_id: surveyId,
    title: STEPS[step]?.title ?? '',
    day: STEPS[step]?.after_days ?? 0,
    due_at,
    closes_at,
    decided_at: due_at,
    state: 'asked',
  }));
  const ids = await reserveIds(tx, 'invitations', asked.length);
  await insertEach(
    tx,
    'invitations',
    asked,
    ({ patient_id, visit_id, enrolment_id, due_at, closes_at, answered }, index) => ({
      ...newToken(ctx),
      ...own,
      id: ids[index] ?? 0,
      survey_id: surveyId,
      way: 'pathway',
      patient_id,
      visit_id,
      trigger_id: triggerId,
      enrolment_id,
      occasion_id: occasionIds[index] ?? 0,
      language: 'en',
      created_at: due_at,
      expires_at: closes_at,
      opened_at: answered?.at ?? null,
      answered_at: answered?.at ?? null,
      asked_uncertain: false,
    }),
  );
  return asked.map((one, index) => ({ ...one, invitation_id: ids[index] ?? 0 }));
}

async function drawEnrolled(
  tx: Tx,
  draw: Draw,
  applicationId: number,
  questions: readonly Question[],
  now: Date,
): Promise<Enrolled[]> {
  const visits = await tx
    .selectFrom('visits as v')
    .innerJoin('patients as p', 'p.id', 'v.patient_id')
    .select(['v.id', 'v.patient_id', 'v.location', 'v.discharged_at'])
    .distinctOn('v.patient_id')
    .where('v.application_id', '=', applicationId)
    .where('v.kind', '=', 'inpatient')
    .where('v.location', 'in', WARDS)
    .where('v.discharged_at', 'is not', null)
    .where('p.died_at', 'is', null)
    .orderBy('v.patient_id')
    .orderBy('v.id')
    .execute();
  // Patients come in the order of their first visit: these are spread over the whole year.
  const every = Math.max(1, Math.floor(visits.length / PATIENTS));
  return visits
    .filter((_, index) => index % every === 0)
    .map(({ id, patient_id, location, discharged_at }) => {
      const trouble = draw.between(1.6, 3.8);
      const recovers = draw.chance(0.85);
      const started_at = discharged_at ?? now;
      const asked = STEPS.flatMap(({ after_days, window_days, left }, step): Asked[] => {
        const due_at = plus(started_at, after_days * DAY_MS);
        if (due_at > now) return [];
        const at = plus(due_at, draw.between(0.05, 5) * DAY_MS);
        const answers = questions.map((question) => answerTo(draw, question, trouble * (recovers ? left : 0.95)));
        const isAnswered = draw.chance(ANSWERS) && at <= now;
        return [
          {
            step,
            due_at,
            closes_at: plus(due_at, window_days * DAY_MS),
            answered: isAnswered ? { at, answers } : null,
          },
        ];
      });
      return { patient_id, visit_id: id, location: location ?? '', started_at, asked };
    });
}

function answerTo(draw: Draw, question: Question, trouble: number): PastAnswer {
  const place = Math.round(trouble + draw.deviation() * 0.6);
  const option = question.options[Math.min(question.options.length - 1, Math.max(0, place))];
  return { question, options: option ? [option] : [], text: null };
}
