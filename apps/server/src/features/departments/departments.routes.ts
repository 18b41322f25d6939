import { departments } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Invalid } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { Scope } from '../../platform/scope.ts';
import { createEscalation } from './create-escalation.ts';
import {
  deleteDepartment,
  getDepartment,
  insertDepartment,
  isTitleTaken,
  listDepartments,
  lockDepartment,
  updateDepartmentTitle,
} from './departments.queries.ts';
import { deleteEscalation, getEscalation, listEscalationChoices, listEscalations } from './escalations.queries.ts';

const applicationOf = (scope: Scope) => scope.applicationId as number;

type Row = Awaited<ReturnType<typeof listDepartments>>['data'][number];
const COLUMNS = {
  id: (row: Row) => row.id,
  title: (row: Row) => row.title,
  categories: (row: Row) => row.categories_count,
  escalations: (row: Row) => row.escalations_count,
};

export function departmentRoutes(routes: Routes, house: Context): void {
  route(routes, departments.listDepartments, ({ tx, scope, query }) => listDepartments(tx, scope, query));
  csvRoute(routes, departments.listDepartments, COLUMNS, ({ tx, scope, query }) => listDepartments(tx, scope, query));

  route(routes, departments.getDepartment, async ({ tx, scope, params }) => ({
    data: await getDepartment(tx, scope, params.id),
  }));

  route(routes, departments.createDepartment, async ({ tx, scope, body, note }) => {
    const { title } = body.department;
    await checkTitle(tx, scope, title);
    const id = await insertDepartment(tx, applicationOf(scope), title);
    note.changed({}, { title });
    return { data: await getDepartment(tx, scope, id) };
  });

  route(routes, departments.updateDepartment, async ({ tx, scope, params, body, note }) => {
    const { title, version } = body.department;
    const stored = await lockDepartment(tx, applicationOf(scope), params.id);
    checkVersion(stored.version, version);
    await checkTitle(tx, scope, title, params.id);
    await updateDepartmentTitle(tx, applicationOf(scope), params.id, title);
    note.changed(stored, { title });
    return { data: await getDepartment(tx, scope, params.id) };
  });

  route(routes, departments.deleteDepartment, async ({ tx, scope, params, note }) => {
    const { title } = await lockDepartment(tx, applicationOf(scope), params.id);
    await deleteDepartment(tx, applicationOf(scope), params.id, house.clock());
    note.changed({ title }, { title: null });
    return { data: { id: params.id } };
  });

  route(routes, departments.listEscalations, async ({ tx, scope, params, query }) => {
    await getDepartment(tx, scope, params.id);
    return listEscalations(tx, applicationOf(scope), params.id, query);
  });

  route(routes, departments.listEscalationChoices, async ({ tx, scope, params }) => {
    await getDepartment(tx, scope, params.id);
    return { data: await listEscalationChoices(tx, applicationOf(scope)) };
  });

  route(routes, departments.createEscalation, async ({ tx, scope, params, body, note }) => {
    const id = await createEscalation(tx, applicationOf(scope), params.id, body.department_escalation);
    note.changed({}, body.department_escalation);
    return { data: await getEscalation(tx, applicationOf(scope), params.id, id) };
  });

  route(routes, departments.deleteEscalation, async ({ tx, scope, params, note }) => {
    const { survey_id, user_ids, sort_order } = await getEscalation(
      tx,
      applicationOf(scope),
      params.id,
      params.escalationId,
    );
    await deleteEscalation(tx, applicationOf(scope), params.id, params.escalationId);
    note.changed({ survey_id, user_ids, sort_order }, { survey_id: null, user_ids: null, sort_order: null });
    return { data: { id: params.escalationId } };
  });
}

async function checkTitle(tx: Tx, scope: Scope, title: string, exceptId?: number): Promise<void> {
  if (await isTitleTaken(tx, applicationOf(scope), title, exceptId))
    throw new Invalid({ title: ['There is a department of this title already.'] });
}
