import { may, reports, type caseCauses, type ReplyOf, type Subject } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { countByCause } from '../case-causes/index.ts';
import { daysBetween, readComparison, readQuestions, readThemes, readTrend, readWards } from '../reports/index.ts';

/** Everything that is written into the PDF of a report. It has figures only: nothing that a patient wrote, and nobody's name. */
export interface Pack {
  hospital: string;
  /** Country and time zone of the hospital, by which days are written. */
  country: string;
  timeZone: string;
  /** ISO 8601 */
  printedAt: string;
  ward: string | null;
  department: string | null;
  /** Only answers in this language, as in `fr`; null also where nobody has answered in it. */
  language: string | null;
  comparison: reports.ComparisonReport;
  trends: readonly reports.TrendReport[];
  wards: reports.WardsReport;
  questions: reports.QuestionsReport;
  themes: reports.ThemesReport;
  /** Null: the reader may not see cases, or the report is of one department or language. */
  cases: ReplyOf<typeof caseCauses.countCasesByCause>['data'] | null;
}

/** A report of more days has its course by month, one of fewer by week. */
const MAX_DAYS_BY_WEEK = 35;

/** Reads the figures that a person may see. Throws NotFound for a survey of another application. */
export async function readPack(
  tx: Tx,
  scope: ApplicationScope,
  { reader, filters }: { reader: Subject; filters: reports.ReportFilters },
  now: Date,
): Promise<Pack> {
  const comparison = await readComparison(tx, scope, filters, now);
  const { from, to } = comparison;
  // The survey that has most answers in these days is that of every part.
  const ofSurvey = { ...filters, to, ...(comparison.survey && { survey_id: comparison.survey.id }) };
  const interval = daysBetween(from, to) + 1 > MAX_DAYS_BY_WEEK ? 'month' : 'week';
  const { from: _from, ...untilThen } = ofSurvey;
  const trends: reports.TrendReport[] = [];
  for (const measure of reports.MEASURES) {
    const trend = await readTrend(tx, scope, { ...untilThen, interval, measure }, now);
    if (!trend.hidden && trend.points.some(({ value }) => value !== null)) trends.push(trend);
  }
  const inDays = { ...ofSurvey, from };
  return {
    ...(await readSetting(tx, scope, filters)),
    printedAt: now.toISOString(),
    ward: filters.location ?? null,
    language: comparison.choices.languages.find((language) => language === filters.language) ?? null,
    comparison,
    trends,
    wards: await readWards(tx, scope, { ...inDays, measure: 'satisfied' }, now),
    questions: await readQuestions(tx, scope, inDays, now),
    themes: await readThemes(tx, scope, inDays, now),
    cases: await readCases(tx, scope, { reader, filters: inDays }, now),
  };
}

/** Cases are of a ward, and of no survey, department or language. Null where the reader may not see them. */
async function readCases(
  tx: Tx,
  scope: ApplicationScope,
  { reader, filters }: { reader: Subject; filters: reports.ReportFilters & { from: string; to: string } },
  now: Date,
): Promise<Pack['cases']> {
  const { location, department_id, language, from, to } = filters;
  const isOfAll = department_id === undefined && language === undefined;
  const isOtherWard = location !== undefined && scope.locations.length > 0 && !scope.locations.includes(location);
  if (!may(reader, 'cases.list') || !isOfAll || isOtherWard) return null;
  const ofWard = location === undefined ? scope : { ...scope, locations: [location] };
  return countByCause(tx, ofWard, { from, to }, now);
}

async function readSetting(tx: Tx, { applicationId }: ApplicationScope, { department_id }: reports.ReportFilters) {
  const found = await tx
    .selectFrom('applications as a')
    .leftJoin('departments as d', (join) =>
      join.onRef('d.application_id', '=', 'a.id').on('d.id', '=', department_id ?? null),
    )
    .select(['a.title as hospital', 'a.country', 'a.time_zone as timeZone', 'd.title as department'])
    .where('a.id', '=', applicationId)
    .execute();
  return onlyRow(found);
}

/** Returns the language of the screens of whoever is in a scope; without one, that of the application. */
export async function readLanguage(tx: Tx, { applicationId, userId }: ApplicationScope): Promise<string> {
  const found = await tx
    .selectFrom('applications as a')
    .leftJoin('users as u', (join) => join.on('u.id', '=', userId))
    .select((select) => select.fn.coalesce('u.language', 'a.language').as('language'))
    .where('a.id', '=', applicationId)
    .execute();
  return onlyRow(found).language;
}
