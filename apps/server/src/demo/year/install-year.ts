import { getCaseLimits } from '../../features/cases/index.ts';
import type { SurveyForm } from '../../features/survey-content/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { placesOf, type DemoHospital } from '../demo-hospitals.ts';
import { seededRandom } from '../demo-people.ts';
import { drawAskings, mayWriteAfter, type PastAsking } from './draw-asking.ts';
import { drawCases, type Cause } from './draw-cases.ts';
import { drawStays } from './draw-stays.ts';
import { DAY_MS, drawFrom, plus } from './draw.ts';
import { drawFeedback, storeFeedback, type PastFeedback } from './store-answers.ts';
import { storeAskings } from './store-askings.ts';
import { storeReplies } from './store-replies.ts';
import { seesWard, storeCases, type Colleague } from './store-cases.ts';
import { storeStays } from './store-stays.ts';
import { drawTexts, storeOptOuts, storeTexts } from './store-texts.ts';
import { storeWelcomes } from './store-welcomes.ts';
import { writeMessages } from './write-messages.ts';

/** What a hospital has before its year is stored. */
export interface Installed {
  applicationId: number;
  hospital: DemoHospital;
  forms: Readonly<Record<PastAsking['survey'] | 'deEscalation', SurveyForm>>;
  /** The one that welcomes is null where nobody is admitted. */
  triggerIds: Readonly<Record<PastAsking['survey'], number>> & { readonly welcome: number | null };
  /** By their titles. */
  departmentIds: ReadonlyMap<string, number>;
  causeIds: ReadonlyMap<Cause, number>;
  /** People who read answers and work on cases. */
  workers: readonly Colleague[];
}

/**
 * Stores a year of a hospital's work. The same seed and time give the same year. Nothing of it is to be done any more: it
 * enqueues no jobs and sends nothing.
 */
export async function installYear(tx: Tx, ctx: Context, installed: Installed, seed: number): Promise<void> {
  const { applicationId, hospital, forms, triggerIds, departmentIds, workers } = installed;
  const now = ctx.clock();
  const from = plus(now, -hospital.pastDays * DAY_MS);
  const until = plus(now, -hospital.feedDays * DAY_MS);
  const random = seededRandom(seed);
  const draw = drawFrom(random);
  const { people, stays } = drawStays(hospital, random, { from, until });
  const messages = writeMessages(hospital, random, stays, { from, until, now });
  const { askings, optOuts } = drawAskings(hospital, random, stays, { from, now });
  const given = drawFeedback(draw, askings, { forms, now });
  const mayWrite = mayWriteAfter(optOuts);
  const texts = drawTexts(draw, askings, optOuts, now);

  const stored = await storeStays(tx, applicationId, hospital, { people, stays, messages });
  const surveyIds = { discharge: forms.discharge.id, friendsAndFamily: forms.friendsAndFamily.id };
  const own = { applicationId, hospitalTitle: hospital.title, stored };
  const storedAskings = await storeAskings(tx, ctx, askings, { ...own, surveyIds, triggerIds });

  if (triggerIds.welcome !== null)
    await storeWelcomes(tx, stays, { ...own, triggerId: triggerIds.welcome, optOuts, now });

  const departmentOfWard = new Map(
    placesOf(hospital).map(({ ward, department }) => [ward, departmentIds.get(department) ?? null]),
  );
  const departmentOf = (ward: string) => departmentOfWard.get(ward) ?? null;
  const readersOf = (ward: string) => workers.filter((worker) => seesWard(worker, ward)).map(({ id }) => id);
  const rows = given.map((feedback) => {
    const { survey, event, stay } = feedback.asking;
    return {
      feedback,
      row: {
        invitation_id: storedAskings.invitationId(feedback.asking),
        survey_id: surveyIds[survey],
        department_id: departmentOf(event.ward),
        location: event.ward,
        language: stay.person.language.toLowerCase(),
      },
    };
  });
  const feedbackIds = await storeFeedback(tx, draw, applicationId, rows, { readersOf, now });
  const feedbackOf = new Map<PastFeedback, number>(given.map((feedback, index) => [feedback, feedbackIds[index] ?? 0]));

  const feedbackId = (feedback: PastFeedback) => feedbackOf.get(feedback) ?? 0;
  await storeReplies(tx, draw, given, {
    applicationId,
    surveyTitle: ({ asking }) => forms[asking.survey].title,
    feedbackId,
    stored,
    mayWrite,
    readersOf,
    now,
  });

  const cases = drawCases(
    draw,
    given.map((feedback) => ({ feedback, wardDepartmentId: departmentOf(feedback.asking.event.ward) })),
    { limits: await getCaseLimits(tx, applicationId), workersOf: readersOf, mayWrite, now },
  );
  await storeCases(tx, ctx, draw, cases, {
    ...own,
    publicUrl: ctx.publicUrl,
    workers,
    causeIds: installed.causeIds,
    departmentTitles: new Map([...departmentIds].map(([title, id]) => [id, title])),
    deEscalation: forms.deEscalation,
    feedbackId,
    surveyIdOf: (feedback) => surveyIds[feedback.asking.survey],
    readersOf,
    departmentOf,
    now,
  });
  await storeTexts(tx, draw, texts, { applicationId, stored, askings: storedAskings, readersOf, mayWrite, now });
  await storeOptOuts(tx, optOuts, texts, { applicationId, stored });
}
