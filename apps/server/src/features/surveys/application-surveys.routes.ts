import { applications } from '@wardvoice/contract';
import { route, type Routes } from '../../platform/http/route.ts';
import { getApplication } from '../applications/index.ts';
import { listSurveysOf } from './surveys.queries.ts';

/** Surveys at the address of their application, for pickers. */
export function applicationSurveyRoutes(routes: Routes): void {
  route(routes, applications.listApplicationSurveys, async ({ tx, scope, params, query }) => {
    await getApplication(tx, scope, params.id);
    return listSurveysOf(tx, params.id, query);
  });
}
