import { may, results } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { surveyExists } from '../surveys/index.ts';
import { readOverview } from './overview/read-overview.ts';
import { readResults } from './read-results.ts';
import { resultRows, type ResultRow } from './result-rows.ts';
import { countAnswers, listComments, readFrame } from './results.queries.ts';

const COLUMNS = {
  part: (row: ResultRow) => row.part,
  group: (row: ResultRow) => row.group,
  answer: (row: ResultRow) => row.answer,
  count: (row: ResultRow) => row.count,
  score: (row: ResultRow) => row.score,
  satisfied: (row: ResultRow) => row.satisfied,
  share: (row: ResultRow) => row.share,
  number: (row: ResultRow) => row.number,
  unit: (row: ResultRow) => row.unit,
};

const OVERVIEW_COLUMNS = {
  id: (row: results.SurveyFigures) => row.id,
  title: (row: results.SurveyFigures) => row.title,
  active: (row: results.SurveyFigures) => row.active,
  sent: (row: results.SurveyFigures) => row.sent,
  delivered: (row: results.SurveyFigures) => row.delivered,
  opened: (row: results.SurveyFigures) => row.opened,
  too_few_answers: (row: results.SurveyFigures) => row.hidden,
  answered: (row: results.SurveyFigures) => row.answered,
  response_rate: (row: results.SurveyFigures) => row.response_rate,
  score: (row: results.SurveyFigures) => row.score,
  change: (row: results.SurveyFigures) => row.change,
  cases: (row: results.SurveyFigures) => row.cases,
};

export function resultsRoutes(routes: Routes, ctx: Context): void {
  async function frameOf(tx: Tx, scope: ApplicationScope, id: number, filters: Parameters<typeof readFrame>[3]) {
    if (!(await surveyExists(tx, scope.applicationId, id))) throw new NotFound('This survey');
    return readFrame(tx, scope, id, filters, ctx.clock());
  }

  route(routes, results.getResults, async ({ tx, scope, params, query: { by, ...filters } }) => ({
    data: await readResults(tx, scope, await frameOf(tx, scope, params.id, filters), by),
  }));

  csvRoute(routes, results.resultsTable, COLUMNS, async ({ tx, scope, params, query }) => {
    const { by, page, per_page, ...filters } = query;
    const rows = resultRows(await readResults(tx, scope, await frameOf(tx, scope, params.id, filters), by));
    const data = page === 1 ? rows : [];
    return { data, current_page: page, last_page: 1, per_page, total: rows.length, from: 1, to: rows.length };
  });

  route(routes, results.listSurveyFigures, ({ tx, scope, query }) => readOverview(tx, scope, query, ctx.clock()));

  csvRoute(routes, results.listSurveyFigures, OVERVIEW_COLUMNS, ({ tx, scope, query }) =>
    readOverview(tx, scope, query, ctx.clock()),
  );

  route(routes, results.listComments, async ({ tx, scope, session, params, query }) => {
    const { page, per_page, paginate, ...filters } = query;
    const frame = await frameOf(tx, scope, params.id, filters);
    const isEnough = (await countAnswers(tx, frame, results.FEWEST_ANSWERS)) === results.FEWEST_ANSWERS;
    if (!isEnough) return { data: [], current_page: 1, last_page: 1, per_page, total: 0, from: 0, to: 0 };
    const withNames = may(session, 'feedback.list');
    const list = await listComments(tx, frame, withNames, { page, per_page, paginate });
    if (withNames) return list;
    return { ...list, data: list.data.map((comment) => ({ ...comment, feedback_id: null })) };
  });
}
