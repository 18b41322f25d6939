import { outcomeScores } from '@wardvoice/contract';
import { checkVersion } from '../../platform/db/version.ts';
import { Invalid } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { listQuestionsOfSurvey, surveyExists } from '../surveys/index.ts';
import { checkOutcomeScore } from './check-outcome-score.ts';
import { listOutcomeValues } from './list-outcome-values.ts';
import {
  deleteOutcomeScore,
  getOutcomeScore,
  insertOutcomeScore,
  listOutcomeScores,
  listStoredPoints,
  lockOutcomeScore,
  replaceOutcomeScore,
} from './outcome-scores.queries.ts';

type Row = Awaited<ReturnType<typeof listOutcomeValues>>['data'][number];
const COLUMNS = {
  feedback_id: (row: Row) => row.feedback_id,
  submitted_at: (row: Row) => row.submitted_at,
  survey: (row: Row) => row.survey_title,
  score: (row: Row) => row.title,
  value: (row: Row) => row.value,
  band: (row: Row) => row.band,
  answered: (row: Row) => row.answered,
  items: (row: Row) => row.items,
  change: (row: Row) => row.change,
  location: (row: Row) => row.location,
  patient_id: (row: Row) => row.patient_id,
};

export function outcomeScoreRoutes(routes: Routes): void {
  route(routes, outcomeScores.listOutcomeScores, ({ tx, scope, query }) =>
    listOutcomeScores(tx, scope.applicationId, query),
  );

  route(routes, outcomeScores.getOutcomeScore, async ({ tx, scope, params }) => ({
    data: await getOutcomeScore(tx, scope.applicationId, params.id),
  }));

  route(routes, outcomeScores.createOutcomeScore, async ({ tx, scope, body, note }) => {
    const { applicationId } = scope;
    const { survey_id, ...given } = body.outcome_score;
    if (!(await surveyExists(tx, applicationId, survey_id)))
      throw new Invalid({ survey_id: ['This survey does not exist.'] });
    const score = checkOutcomeScore(given, await listQuestionsOfSurvey(tx, applicationId, survey_id));
    const id = await insertOutcomeScore(tx, applicationId, survey_id, score);
    note.changed({}, { survey_id, ...score });
    return { data: await getOutcomeScore(tx, applicationId, id) };
  });

  route(routes, outcomeScores.updateOutcomeScore, async ({ tx, scope, params, body, note }) => {
    const { applicationId } = scope;
    const { version, ...given } = body.outcome_score;
    const stored = await lockOutcomeScore(tx, applicationId, params.id);
    checkVersion(stored.version, version);
    const { title, method, higher_is_better, needed, important_change, bands, items } = await getOutcomeScore(
      tx,
      applicationId,
      params.id,
    );
    const score = checkOutcomeScore(
      given,
      await listQuestionsOfSurvey(tx, applicationId, stored.survey_id),
      await listStoredPoints(tx, applicationId, params.id),
    );
    await replaceOutcomeScore(tx, applicationId, stored, score);
    note.changed({ title, method, higher_is_better, needed, important_change, bands, items }, score);
    return { data: await getOutcomeScore(tx, applicationId, params.id) };
  });

  route(
    routes,
    outcomeScores.deleteOutcomeScore,
    async ({ tx, scope, params, note }) => {
      const { title } = await lockOutcomeScore(tx, scope.applicationId, params.id);
      await deleteOutcomeScore(tx, scope.applicationId, params.id);
      note.changed({ title }, { title: null });
      return { data: { id: params.id } };
    },
    { versionOf: 'outcome_scores' },
  );

  route(routes, outcomeScores.listOutcomeValues, ({ tx, scope, query }) => listOutcomeValues(tx, scope, query));
  csvRoute(routes, outcomeScores.listOutcomeValues, COLUMNS, ({ tx, scope, query }) =>
    listOutcomeValues(tx, scope, query),
  );
}
