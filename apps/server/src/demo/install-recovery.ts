import { insertOutcomeScore } from '../features/outcome-scores/index.ts';
import { findSurveyForm, installSurvey } from '../features/surveys/index.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/database.ts';
import { reserveIds } from '../platform/db/reserve-ids.ts';
import { seededRandom } from './demo-people.ts';
import { HOSPITAL } from './demo-hospitals.ts';
import type { InstalledHospital } from './install-hospital.ts';
import { RECOVERY_SURVEY } from './recovery-survey.ts';
import type { PastAnswer, Question } from './year/draw-answers.ts';
import { DAY_MS, drawFrom, HOUR_MS, plus, type Draw } from './year/draw.ts';
import { insertEach } from './year/insert-rows.ts';
import { seesWard } from './year/store-cases.ts';
import { storeFeedback } from './year/store-answers.ts';
import { newToken, VALID_DAYS } from './year/store-askings.ts';

const WARDS = ['Cedar', 'Maple'];
const PATIENTS = 140;
/** Days after the discharge, and how much of the trouble is left by then. */
const OCCASIONS = [
  { days: 0, left: 1 },
  { days: 42, left: 0.55 },
  { days: 182, left: 0.25 },
];
/** Share of those who answered before that answers again. */
const ANSWERS_AGAIN = 0.8;

interface Asked {
  patient_id: number;
  /** Null: later, as somebody of a list and not about the visit. */
  visit_id: number | null;
  location: string;
  at: Date;
  answers: PastAnswer[];
}

/** Makes a survey with an outcome score, which surgical patients answer when they leave, after six weeks and after half a year. */
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
  const asked = await drawAsked(tx, draw, applicationId, form.questions, now);
  const ids = await reserveIds(tx, 'invitations', asked.length);
  await insertEach(tx, 'invitations', asked, ({ patient_id, visit_id, at }, index) => ({
    ...newToken(ctx),
    id: ids[index] ?? 0,
    application_id: applicationId,
    survey_id: surveyId,
    way: 'hand',
    patient_id,
    visit_id,
    language: 'en',
    created_at: at,
    expires_at: plus(at, VALID_DAYS * DAY_MS),
    opened_at: at,
    answered_at: at,
    asked_uncertain: false,
  }));
  const department_id = departmentIds.get('Surgery') ?? null;
  await storeFeedback(
    tx,
    draw,
    applicationId,
    asked.map(({ at, answers, location }, index) => ({
      feedback: { at, answers, themes: [], score: null },
      row: { invitation_id: ids[index] ?? 0, survey_id: surveyId, department_id, location, language: 'en' },
    })),
    { readersOf: (ward) => workers.filter((worker) => seesWard(worker, ward)).map(({ id }) => id), now },
  );
}

async function drawAsked(
  tx: Tx,
  draw: Draw,
  applicationId: number,
  questions: readonly Question[],
  now: Date,
): Promise<Asked[]> {
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
    .limit(PATIENTS * 4)
    .execute();
  return visits
    .filter((_, index) => index % 4 === 0)
    .flatMap(({ id, patient_id, location, discharged_at }) => {
      const trouble = draw.between(1.6, 3.8);
      const recovers = draw.chance(0.85);
      const asked: Asked[] = [];
      for (const { days, left } of OCCASIONS) {
        const at = plus(discharged_at ?? now, days * DAY_MS + draw.between(-3, 3) * (days > 0 ? DAY_MS : HOUR_MS));
        if (at > now || (asked.length > 0 && !draw.chance(ANSWERS_AGAIN))) break;
        const answers = questions.map((question) => answerTo(draw, question, trouble * (recovers ? left : 0.95)));
        asked.push({ patient_id, visit_id: days > 0 ? null : id, location: location ?? '', at, answers });
      }
      return asked;
    });
}

function answerTo(draw: Draw, question: Question, trouble: number): PastAnswer {
  const place = Math.round(trouble + draw.deviation() * 0.6);
  const option = question.options[Math.min(question.options.length - 1, Math.max(0, place))];
  return { question, options: option ? [option] : [], text: null };
}
