import { pathways } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { checkSteps } from './check-steps.ts';
import { enrolByHand } from './enrol.ts';
import { endEnrolment, getEnrolment, listEnrolments } from './enrolments.queries.ts';
import {
  deletePathway,
  getPathway,
  insertPathway,
  listPathways,
  lockPathway,
  replacePathway,
} from './pathways.queries.ts';

type Row = pathways.Enrolment;
const count = (row: Row, state: pathways.OccasionState) => row.occasions.filter((one) => one.state === state).length;
const COLUMNS = {
  id: (row: Row) => row.id,
  pathway: (row: Row) => row.pathway_title,
  patient_id: (row: Row) => row.patient_id,
  identifier: (row: Row) => row.identifier,
  family_name: (row: Row) => row.family_name,
  given_name: (row: Row) => row.given_name,
  location: (row: Row) => row.location,
  started_at: (row: Row) => row.started_at,
  state: (row: Row) => row.state,
  end_reason: (row: Row) => row.end_reason,
  next_due_at: (row: Row) => row.next_due_at,
  answered: (row: Row) => count(row, 'answered'),
  unanswered: (row: Row) => count(row, 'unanswered'),
  missed: (row: Row) => count(row, 'missed'),
  due: (row: Row) => count(row, 'due'),
};

/** People of every ward count: who plans a pathway must know how it fares. */
const OF_EVERY_WARD = { beyondWards: 'Who plans a pathway must know how many people of any ward it asks.' };

export function pathwayRoutes(routes: Routes, ctx: Context): void {
  route(
    routes,
    pathways.listPathways,
    ({ tx, scope, query }) => listPathways(tx, scope.applicationId, query),
    OF_EVERY_WARD,
  );

  route(
    routes,
    pathways.getPathway,
    async ({ tx, scope, params }) => ({ data: await getPathway(tx, scope.applicationId, params.id, ctx.clock()) }),
    OF_EVERY_WARD,
  );

  route(
    routes,
    pathways.createPathway,
    async ({ tx, scope, body, note }) => {
      const { applicationId } = scope;
      const steps = await checkSteps(tx, applicationId, body.pathway);
      const id = await insertPathway(tx, applicationId, body.pathway, steps, ctx.clock());
      note.changed({}, body.pathway);
      return { data: await getPathway(tx, applicationId, id, ctx.clock()) };
    },
    OF_EVERY_WARD,
  );

  route(
    routes,
    pathways.updatePathway,
    async ({ tx, scope, params, body, note }) => {
      const { applicationId } = scope;
      const { version, ...given } = body.pathway;
      const stored = await lockPathway(tx, applicationId, params.id);
      checkVersion(stored.version, version);
      const before = await getPathway(tx, applicationId, params.id, ctx.clock());
      const steps = await checkSteps(tx, applicationId, given);
      await replacePathway(tx, applicationId, params.id, given, steps, ctx.clock());
      const after = await getPathway(tx, applicationId, params.id, ctx.clock());
      note.changed(planOf(before), planOf(after));
      return { data: after };
    },
    OF_EVERY_WARD,
  );

  route(
    routes,
    pathways.deletePathway,
    async ({ tx, scope, params, note }) => {
      const { title } = await lockPathway(tx, scope.applicationId, params.id);
      await deletePathway(tx, scope.applicationId, params.id);
      note.changed({ title }, { title: null });
      return { data: { id: params.id } };
    },
    { versionOf: 'pathways', ...OF_EVERY_WARD },
  );

  route(routes, pathways.listEnrolments, ({ tx, scope, query }) => listEnrolments(tx, scope, query, ctx.clock()));
  csvRoute(routes, pathways.listEnrolments, COLUMNS, ({ tx, scope, query }) =>
    listEnrolments(tx, scope, query, ctx.clock()),
  );

  route(routes, pathways.createEnrolment, async ({ tx, scope, session, body, note }) => {
    const id = await enrolByHand(tx, scope, body.enrolment, { userId: session.userId, now: ctx.clock() });
    note.changed({}, body.enrolment);
    return { data: await getEnrolment(tx, scope, id, ctx.clock()) };
  });

  route(routes, pathways.endEnrolment, async ({ tx, scope, params, body, note }) => {
    const { state } = await getEnrolment(tx, scope, params.id, ctx.clock());
    await endEnrolment(tx, scope, params.id, { note: body.enrolment.reason, now: ctx.clock() });
    note.changed({ state }, { state: 'ended', reason: body.enrolment.reason });
    return { data: await getEnrolment(tx, scope, params.id, ctx.clock()) };
  });
}

/** The plan without its figures. */
const planOf = ({ title, active, steps }: pathways.Pathway) => ({
  title,
  active,
  steps: steps.map(({ counts: _counts, ...step }) => step),
});
