import { patients } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { ApplicationRouting } from '../intake/index.ts';
import { mergePatients, undoMerge } from '../patient-identity/index.ts';
import { lockProcessing } from '../processing/index.ts';
import { getVisit } from '../visits/index.ts';
import { decideConflict } from './decide-conflict.ts';
import { getConflict, listConflicts } from './identity-conflicts.queries.ts';
import { getPatient, listPatients, requirePatient } from './patients.queries.ts';
import { proveVisit } from './prove-visit.ts';

type Row = Awaited<ReturnType<typeof listPatients>>['data'][number];

const COLUMNS = {
  id: (row: Row) => row.id,
  identifier: (row: Row) => row.identifier,
  authority: (row: Row) => row.authority,
  family_name: (row: Row) => row.family_name,
  given_name: (row: Row) => row.given_name,
  birth_date: (row: Row) => row.birth_date,
  sex: (row: Row) => row.sex,
  deceased: (row: Row) => row.deceased,
  identity_in_doubt: (row: Row) => row.identity_in_doubt,
  phone: (row: Row) => row.phone,
  email: (row: Row) => row.email,
};

export function patientRoutes(routes: Routes, ctx: Context, routing: ApplicationRouting): void {
  route(routes, patients.listPatients, ({ tx, scope, query }) => listPatients(tx, scope, query));
  csvRoute(routes, patients.listPatients, COLUMNS, ({ tx, scope, query }) => listPatients(tx, scope, query));
  route(
    routes,
    patients.getPatient,
    async ({ tx, scope, params }) => ({ data: await getPatient(tx, scope, params.id) }),
    { showsFewPatients: true },
  );

  route(
    routes,
    patients.getVisitProof,
    async ({ tx, scope, params }) => {
      const visit = await getVisit(tx, scope, params.id);
      return { data: await proveVisit(tx, scope.applicationId, visit.id) };
    },
    { showsFewPatients: true },
  );

  route(routes, patients.mergePatients, async ({ tx, scope, params, body, note }) => {
    const { applicationId } = scope;
    await lockProcessing(tx, applicationId);
    await requirePatient(tx, scope, params.id);
    await requirePatient(tx, scope, body.merge.gone_id);
    const merge = {
      survivorId: params.id,
      goneId: body.merge.gone_id,
      kind: 'person',
      at: ctx.clock(),
      userId: scope.userId,
    } as const;
    await mergePatients(tx, applicationId, merge);
    note.changed({ merged: null }, { merged: body.merge.gone_id, reason: body.merge.reason });
    return { data: await getPatient(tx, scope, params.id) };
  });

  route(routes, patients.undoMerge, async ({ tx, scope, params }) => {
    const { applicationId } = scope;
    await lockProcessing(tx, applicationId);
    await requirePatient(tx, scope, params.id);
    await undoMerge(
      tx,
      applicationId,
      { mergeId: params.mergeId, survivorId: params.id },
      { userId: scope.userId, at: ctx.clock() },
    );
    return { data: await getPatient(tx, scope, params.id) };
  });

  route(routes, patients.listIdentityConflicts, ({ tx, scope, query }) => listConflicts(tx, scope, query));
  route(routes, patients.decideIdentityConflict, async ({ tx, scope, params, body }) => {
    await decideConflict(tx, { ctx, routing, scope }, params.id, body);
    return { data: await getConflict(tx, scope, params.id) };
  });
}
