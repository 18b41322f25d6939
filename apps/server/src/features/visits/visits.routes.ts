import { visits } from '@wardvoice/contract';
import { route, type Routes } from '../../platform/http/route.ts';
import { getVisit } from './visits.queries.ts';

export function visitRoutes(routes: Routes): void {
  route(routes, visits.getVisit, async ({ tx, scope, params }) => ({ data: await getVisit(tx, scope, params.id) }), {
    showsFewPatients: true,
  });
}
