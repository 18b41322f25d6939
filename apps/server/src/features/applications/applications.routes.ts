import { applications } from '@wardvoice/contract';
import { route, type Routes } from '../../platform/http/route.ts';
import { getApplication, listApplications } from './applications.queries.ts';

export function applicationRoutes(routes: Routes): void {
  route(routes, applications.listApplications, ({ tx, scope, query }) => listApplications(tx, scope, query) as never);
  route(routes, applications.getApplication, async ({ tx, scope, params }) => ({
    data: await getApplication(tx, scope, params.id),
  }));
}
