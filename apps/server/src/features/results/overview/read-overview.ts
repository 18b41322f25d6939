import { results, type QueryOf, type ReplyInputOf } from '@wardvoice/contract';
import type { Tx } from '../../../platform/db/database.ts';
import { slicePage } from '../../../platform/db/page.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { addUpFunnel } from '../../delivery-records/index.ts';
import { responseRate, trendOf } from '../read-results.ts';
import { listAsked, readFrame, type Frame } from '../results.queries.ts';
import { toFigures } from '../small-groups.ts';
import {
  listAnsweringWards,
  listSurveyCases,
  listSurveyFunnels,
  listSurveyGroups,
  listSurveyRows,
  type SurveyGroup,
} from './overview.queries.ts';

type Query = QueryOf<typeof results.listSurveyFigures>;

/** Returns the figures of all surveys over the last days, each as the results of the survey and the funnel of deliveries have it. */
export async function readOverview(
  tx: Tx,
  scope: ApplicationScope,
  { days, location, sort, ...paging }: Query,
  now: Date,
): Promise<ReplyInputOf<typeof results.listSurveyFigures>> {
  const frame = await readFrame(tx, scope, null, { days: Number(days), location }, now);
  const surveys = await listSurveyRows(tx, scope.applicationId, paging.term);
  const found = await readFigures(tx, frame, Number(days));
  const rows = surveys.map((survey): results.SurveyFigures => ({ ...survey, ...found(survey.id) }));
  return {
    ...slicePage(rows.toSorted(bySort(sort)), paging),
    first_day: frame.from,
    last_day: frame.to,
    wards: await listAnsweringWards(tx, frame),
  };
}

type Figures = Omit<results.SurveyFigures, 'id' | 'title' | 'active'>;

const HIDDEN = { hidden: true, answered: null, response_rate: null, score: null, change: null, trend: [], cases: null };

/** Reads the figures of all surveys at once. Returns a function that gives those of one. */
async function readFigures(tx: Tx, frame: Frame, days: number): Promise<(surveyId: number) => Figures> {
  const groups = bySurvey(await listSurveyGroups(tx, frame));
  const before = bySurvey(await listSurveyGroups(tx, frameBefore(frame, days)));
  const asked = bySurvey(await listAsked(tx, frame));
  const funnels = bySurvey(await listSurveyFunnels(tx, frame));
  const cases = bySurvey(await listSurveyCases(tx, frame));
  return (id) => {
    const { sent, delivered, opened } = addUpFunnel(funnels(id));
    const total = totalOf(groups(id));
    if (!total || total.answered < results.FEWEST_ANSWERS) return { sent, delivered, opened, ...HIDDEN };
    const { answered, score } = toFigures(total);
    const [people] = asked(id);
    const weeks = trendOf(groups(id).filter(({ title }) => title !== null));
    return {
      sent,
      delivered,
      opened,
      hidden: false,
      answered,
      response_rate: people ? responseRate(people) : null,
      score,
      change: changeOf(score, totalOf(before(id))),
      trend: weeks.map(({ period, figures }) => ({ period, score: figures?.score ?? null })),
      cases: cases(id)[0]?.count ?? 0,
    };
  };
}

const totalOf = (groups: readonly SurveyGroup[]): SurveyGroup | undefined => groups.find(({ title }) => title === null);

function changeOf(score: number | null, before: SurveyGroup | undefined): number | null {
  if (!before || before.answered < results.FEWEST_ANSWERS) return null;
  const earlier = toFigures(before).score;
  return score === null || earlier === null ? null : Math.round((score - earlier) * 10) / 10;
}

function bySurvey<Row extends { survey_id: number }>(rows: readonly Row[]): (surveyId: number) => Row[] {
  const found = new Map<number, Row[]>();
  for (const row of rows) found.set(row.survey_id, [...(found.get(row.survey_id) ?? []), row]);
  return (surveyId) => found.get(surveyId) ?? [];
}

/** Returns the frame of as many days that end the day before it begins. */
function frameBefore(frame: Frame, days: number): Frame {
  const dayBefore = (count: number) => new Date(Date.parse(frame.from) - count * 86_400_000).toISOString().slice(0, 10);
  return { ...frame, from: dayBefore(days), to: dayBefore(1) };
}

/** Sorts by a figure; surveys without it come last in both directions, and those with the same one stay in order. */
function bySort(sort: Query['sort']): (a: results.SurveyFigures, b: results.SurveyFigures) => number {
  const direction = sort.startsWith('-') ? -1 : 1;
  const field = sort.replace('-', '') as Exclude<keyof results.SurveyFigures, 'id' | 'active' | 'hidden' | 'trend'>;
  if (field === 'title') return (a, b) => direction * a.title.localeCompare(b.title);
  return ({ [field]: a }, { [field]: b }) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : direction * (a - b);
}
