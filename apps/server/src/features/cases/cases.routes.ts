import { cases, departments } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { addNote } from './add-note.ts';
import { assignCase, WORK_ON_CASES } from './assign/assign-case.ts';
import { createCase } from './create-case.ts';
import { getApplication } from '../applications/index.ts';
import { listCauses } from '../case-causes/index.ts';
import { listColleagues } from '../users/index.ts';
import { getCase, listCases, type CaseReply } from './cases.queries.ts';
import { checkEscalations } from './check-escalations.ts';
import { describeDeEscalation, offerDeEscalation } from './offer-de-escalation.ts';
import { updateCase } from './update-case.ts';

type Row = Awaited<ReturnType<typeof listCases>>['data'][number];

const COLUMNS = {
  id: (row: Row) => row.id,
  created_at: (row: Row) => row.created_at,
  state: (row: Row) => row.state,
  severity: (row: Row) => row.severity,
  due_at: (row: Row) => row.due_at,
  overdue: (row: Row) => row.overdue,
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
  cause: (row: Row) => row.cause_title,
  actions_taken: (row: Row) => row.actions_taken,
};

export const TOLD = { beyondWards: 'Whoever was told of a case reads it, wherever its patient lies.' };

export function caseRoutes(routes: Routes, ctx: Context): void {
  route(routes, cases.listCases, ({ tx, scope, query }) => listCases(tx, scope, query, ctx.clock()), TOLD);
  csvRoute(routes, cases.listCases, COLUMNS, ({ tx, scope, query }) => listCases(tx, scope, query, ctx.clock()), TOLD);
  route(
    routes,
    departments.checkEscalations,
    async ({ tx, scope, params }) => {
      await getApplication(tx, scope, params.id);
      const data = await checkEscalations(tx, params.id, ctx.clock());
      return { data, falling_back: data.filter(({ falls_back }) => falls_back).length };
    },
    { beyondWards: 'Somebody must be found for a bad answer in any ward.' },
  );
  route(
    routes,
    cases.getCase,
    async ({ tx, scope, params }) => ({ data: await describeCase(tx, ctx, scope, params.id) }),
    TOLD,
  );
  route(routes, cases.createCase, async ({ tx, scope, body }) => {
    const id = await createCase(tx, ctx, scope, body.case);
    return { data: await describeCase(tx, ctx, scope, id) };
  });
  route(routes, cases.updateCase, async ({ tx, scope, session, params, body }) => {
    await updateCase(tx, ctx, { scope, session }, params.id, body.case);
    return { data: await describeCase(tx, ctx, scope, params.id) };
  });
  route(routes, cases.assignCase, async ({ tx, scope, session, params, body }) => {
    await assignCase(tx, ctx, { scope, session }, params.id, body.case);
    return { data: await describeCase(tx, ctx, scope, params.id) };
  });
  route(routes, cases.addCaseNote, async ({ tx, scope, params, body }) => {
    await addNote(tx, ctx, scope, params.id, body.note.text);
    return { data: await describeCase(tx, ctx, scope, params.id) };
  });
  route(routes, cases.listCaseChoices, async ({ tx, scope }) => ({
    data: {
      people: await listColleagues(tx, scope.applicationId, ...WORK_ON_CASES),
      causes: (await listCauses(tx, scope)).filter(({ active }) => active),
    },
  }));
}

/** Adds to the case its de-escalation survey, or whether one could be sent. */
async function describeCase(tx: Tx, ctx: Context, scope: ApplicationScope, id: number): Promise<CaseReply> {
  const { applicationId } = scope;
  const now = ctx.clock();
  const record = await getCase(tx, scope, id, now);
  const mayBeClosed = cases.CASE_MOVES.close.from.includes(record.state);
  return {
    ...record,
    de_escalation: await describeDeEscalation(tx, applicationId, id, now),
    de_escalation_offer: mayBeClosed ? await offerDeEscalation(tx, applicationId, id, now) : null,
  };
}
