import { cases } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { getCase, listCases } from './cases.queries.ts';
import { updateCase } from './update-case.ts';

export function caseRoutes(routes: Routes, house: Context): void {
  route(routes, cases.listCases, ({ tx, scope, query }) => listCases(tx, scope, query));
  route(routes, cases.getCase, async ({ tx, scope, params }) => ({ data: await getCase(tx, scope, params.id) }));
  route(routes, cases.updateCase, async ({ tx, scope, session, params, body }) => {
    await updateCase(tx, house, { scope, session }, params.id, body.case);
    return { data: await getCase(tx, scope, params.id) };
  });
}
