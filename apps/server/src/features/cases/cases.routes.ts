import { cases } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { getCase, listCases } from './cases.queries.ts';
import { updateCase } from './update-case.ts';

type Row = Awaited<ReturnType<typeof listCases>>['data'][number];

const COLUMNS = {
  id: (row: Row) => row.id,
  created_at: (row: Row) => row.created_at,
  state: (row: Row) => row.state,
  department: (row: Row) => row.department_title,
  survey: (row: Row) => row.survey_title,
  question: (row: Row) => row.question,
  answer: (row: Row) => row.answer,
  score: (row: Row) => row.score,
  location: (row: Row) => row.location,
  family_name: (row: Row) => row.family_name,
  given_name: (row: Row) => row.given_name,
  contact_name: (row: Row) => row.contact_name,
  kiosk_label: (row: Row) => row.kiosk_label,
  claimed_by: (row: Row) => row.claimed_by_name,
  closed_at: (row: Row) => row.closed_at,
};

export function caseRoutes(routes: Routes, house: Context): void {
  route(routes, cases.listCases, ({ tx, scope, query }) => listCases(tx, scope, query));
  csvRoute(routes, cases.listCases, COLUMNS, ({ tx, scope, query }) => listCases(tx, scope, query));
  route(routes, cases.getCase, async ({ tx, scope, params }) => ({ data: await getCase(tx, scope, params.id) }));
  route(routes, cases.updateCase, async ({ tx, scope, session, params, body }) => {
    await updateCase(tx, house, { scope, session }, params.id, body.case);
    return { data: await getCase(tx, scope, params.id) };
  });
}
