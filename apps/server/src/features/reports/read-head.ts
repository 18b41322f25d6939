import type { reports } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { listAnsweringWards, listSurveyRows, readFrame, type Frame } from '../results/index.ts';
import { findMostAnswered, listAnsweringLanguages } from './reports.queries.ts';

/** Whose figures a report shows; null when the application has no survey. */
export interface ReportSubject {
  frame: Frame | null;
  head: Omit<reports.ReportHead, 'hidden'>;
}

/** Throws NotFound for a survey of another application. Without a survey, takes the one with most answers. */
export async function readHead(
  tx: Tx,
  scope: ApplicationScope,
  { survey_id, ...filters }: reports.ReportFilters & { days?: number },
  now: Date,
): Promise<ReportSubject> {
  const everything = await readFrame(tx, scope, null, filters, now);
  const surveys = await listSurveyRows(tx, scope.applicationId, undefined);
  const wanted = survey_id ?? (await findMostAnswered(tx, everything)) ?? surveys[0]?.id;
  const survey = surveys.find(({ id }) => id === wanted) ?? null;
  if (survey_id !== undefined && !survey) throw new NotFound('This survey');
  const frame = survey && { ...everything, surveyId: survey.id };
  return {
    frame,
    head: {
      survey: survey && { id: survey.id, title: survey.title },
      from: everything.from,
      to: everything.to,
      choices: {
        surveys: surveys.map(({ id, title }) => ({ id, title })),
        wards: frame ? await listAnsweringWards(tx, frame) : [],
        languages: frame ? await listAnsweringLanguages(tx, frame) : [],
      },
    },
  };
}

/** Returns the query of `GET /feedback` for the answers of a frame, or of some days or one ward of it. */
export function answersOf(
  { surveyId, from, to, filters }: Frame,
  part: { from?: string; to?: string; location?: string } = {},
): reports.AnswersQuery {
  const { location, department_id, language } = filters;
  return {
    survey_id: surveyId ?? 0,
    from,
    to,
    ...(location !== undefined && { location }),
    ...(department_id !== undefined && { department_id }),
    ...(language !== undefined && { language }),
    ...part,
  };
}
