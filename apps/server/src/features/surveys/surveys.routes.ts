import { surveys } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { createSurvey } from './create-survey.ts';
import { duplicateSurvey, type CopiedSurvey } from './duplicate-survey.ts';
import { reviseSurveys } from './survey-content.queries.ts';
import { listSections } from './sections/sections.queries.ts';
import { deleteSurvey, getSurvey, listSurveys, lockSurvey, updateSurveyColumns } from './surveys.queries.ts';
import { readTexts, translateSurvey } from './translate-survey.ts';

type Row = Awaited<ReturnType<typeof listSurveys>>['data'][number];
const COLUMNS = {
  id: (row: Row) => row.id,
  title: (row: Row) => row.title,
  active: (row: Row) => row.active,
  languages: (row: Row) => row.languages.join(' '),
  questions: (row: Row) => row.questions_count,
  last_answered_at: (row: Row) => row.last_answered_at,
  created_at: (row: Row) => row.created_at,
};

const OF_THE_HOSPITAL = { beyondWards: 'A survey says when it was last answered, in whatever ward.' };

interface SurveyHooks {
  /** Gives the copy of a survey what another slice keeps about the original. */
  onCopied: (tx: Tx, applicationId: number, copy: CopiedSurvey) => Promise<void>;
}

export function surveyRoutes(routes: Routes, ctx: Context, { onCopied }: SurveyHooks): void {
  route(routes, surveys.listSurveys, ({ tx, scope, query }) => listSurveys(tx, scope, query), OF_THE_HOSPITAL);
  csvRoute(
    routes,
    surveys.listSurveys,
    COLUMNS,
    ({ tx, scope, query }) => listSurveys(tx, scope, query),
    OF_THE_HOSPITAL,
  );

  route(
    routes,
    surveys.getSurvey,
    async ({ tx, scope, params }) => ({ data: await read(tx, scope, params.id) }),
    OF_THE_HOSPITAL,
  );

  route(routes, surveys.createSurvey, async ({ tx, scope, body, note }) => {
    const id = await createSurvey(tx, scope.applicationId, body.survey);
    note.changed({}, body.survey);
    return { data: await read(tx, scope, id) };
  });

  route(routes, surveys.updateSurvey, async ({ tx, scope, params, body, note }) => {
    const { version, ...columns } = body.survey;
    const { applicationId } = scope;
    const stored = await lockSurvey(tx, applicationId, params.id);
    checkVersion(stored.version, version);
    const isWorded = Object.keys(columns).some((name) => name !== 'active');
    if (isWorded) await reviseSurveys(tx, applicationId, [params.id], ctx.clock());
    if (Object.keys(columns).length > 0) await updateSurveyColumns(tx, applicationId, params.id, columns);
    note.changed(stored, columns);
    return { data: await read(tx, scope, params.id) };
  });

  route(
    routes,
    surveys.deleteSurvey,
    async ({ tx, scope, params, note }) => {
      const { title } = await lockSurvey(tx, scope.applicationId, params.id);
      await deleteSurvey(tx, scope.applicationId, params.id);
      note.changed({ title }, { title: null });
      return { data: { id: params.id } };
    },
    { versionOf: 'surveys' },
  );

  route(routes, surveys.duplicateSurvey, async ({ tx, scope, params }) => {
    const copy = await duplicateSurvey(tx, scope.applicationId, params.id);
    await onCopied(tx, scope.applicationId, copy);
    return { data: await read(tx, scope, copy.copyId) };
  });

  route(routes, surveys.listTexts, async ({ tx, scope, params }) => ({
    data: await readTexts(tx, scope.applicationId, params.id),
  }));

  route(routes, surveys.translateSurvey, async ({ tx, scope, params, body }) => {
    await translateSurvey(tx, scope.applicationId, params.id, body.translation, ctx.clock());
    return { data: await readTexts(tx, scope.applicationId, params.id) };
  });
}

async function read(tx: Tx, scope: ApplicationScope, id: number) {
  const survey = await getSurvey(tx, scope, id);
  const { completeness } = await readTexts(tx, scope.applicationId, id);
  return { ...survey, completeness, sections: await listSections(tx, scope.applicationId, id) };
}
