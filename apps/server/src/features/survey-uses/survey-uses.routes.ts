import { surveys } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { getSurvey } from '../surveys/index.ts';
import { listSurveyUses } from './survey-uses.queries.ts';

export function surveyUseRoutes(routes: Routes, ctx: Context): void {
  route(
    routes,
    surveys.listSurveyUses,
    async ({ tx, scope, params }) => {
      await getSurvey(tx, scope, params.id);
      return { data: await listSurveyUses(tx, scope.applicationId, params.id, ctx.clock()) };
    },
    { beyondWards: 'Who switches a survey off must know how many messages and cases of any ward it concerns.' },
  );
}
