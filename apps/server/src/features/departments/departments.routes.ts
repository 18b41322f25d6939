import { departments } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Invalid } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
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
import { createEscalation, updateEscalation } from './save-escalation.ts';
import { wardDepartmentRoutes } from './wards/wards.routes.ts';

type Row = Awaited<ReturnType<typeof listDepartments>>['data'][number];
const COLUMNS = {
  id: (row: Row) => row.id,
  title: (row: Row) => row.title,
  categories: (row: Row) => row.categories_count,
  escalations: (row: Row) => row.escalations_count,
};

/** `clearDepartment` takes a deleted department from what belongs to it. */
export function departmentRoutes(
  routes: Routes,
  ctx: Context,
  clearDepartment: (tx: Tx, applicationId: number, departmentId: number) => Promise<void>,
): void {
  wardDepartmentRoutes(routes, ctx);
  route(routes, departments.listDepartments, ({ tx, scope, query }) => listDepartments(tx, scope, query));
  csvRoute(routes, departments.listDepartments, COLUMNS, ({ tx, scope, query }) => listDepartments(tx, scope, query));

  route(
    routes,
    departments.getDepartment,
    async ({ tx, scope, params }) => ({ data: await getDepartment(tx, scope, params.id) }),
    { beyondWards: 'Who deletes a department must know how many cases of any ward are open in it.' },
  );

  route(routes, departments.createDepartment, async ({ tx, scope, body, note }) => {
    const { title } = body.department;
    await checkTitle(tx, scope, title);
    const id = await insertDepartment(tx, scope.applicationId, title);
    note.changed({}, { title });
    return { data: await getDepartment(tx, scope, id) };
  });

  route(routes, departments.updateDepartment, async ({ tx, scope, params, body, note }) => {
    const { title, version } = body.department;
    const stored = await lockDepartment(tx, scope.applicationId, params.id);
    checkVersion(stored.version, version);
    await checkTitle(tx, scope, title, params.id);
    await updateDepartmentTitle(tx, scope.applicationId, params.id, title);
    note.changed(stored, { title });
    return { data: await getDepartment(tx, scope, params.id) };
  });

  route(
    routes,
    departments.deleteDepartment,
    async ({ tx, scope, params, note }) => {
      const { title } = await lockDepartment(tx, scope.applicationId, params.id);
      await deleteDepartment(tx, scope.applicationId, params.id, ctx.clock());
      await clearDepartment(tx, scope.applicationId, params.id);
      note.changed({ title }, { title: null });
      return { data: { id: params.id } };
    },
    { versionOf: 'departments' },
  );

  route(routes, departments.listEscalations, async ({ tx, scope, params, query }) => {
    await getDepartment(tx, scope, params.id);
    return listEscalations(tx, scope.applicationId, params.id, query);
  });

  route(routes, departments.listEscalationChoices, async ({ tx, scope, params }) => {
    await getDepartment(tx, scope, params.id);
    return { data: await listEscalationChoices(tx, scope.applicationId) };
  });

  route(routes, departments.createEscalation, async ({ tx, scope, params, body, note }) => {
    const id = await createEscalation(tx, scope.applicationId, params.id, body.department_escalation);
    note.changed({}, body.department_escalation);
    return { data: await getEscalation(tx, scope.applicationId, params.id, id) };
  });

  route(routes, departments.updateEscalation, async ({ tx, scope, params, body, note }) => {
    const { version: _, ...wanted } = body.department_escalation;
    const place = { departmentId: params.id, id: params.escalationId };
    note.changed(await updateEscalation(tx, scope.applicationId, place, body.department_escalation), wanted);
    return { data: await getEscalation(tx, scope.applicationId, params.id, params.escalationId) };
  });

  route(
    routes,
    departments.deleteEscalation,
    async ({ tx, scope, params, note }) => {
      const { survey_id, user_ids, sort_order, on_duty } = await getEscalation(
        tx,
        scope.applicationId,
        params.id,
        params.escalationId,
      );
      await deleteEscalation(tx, scope.applicationId, params.id, params.escalationId);
      const gone = { survey_id: null, user_ids: null, sort_order: null, on_duty: null };
      note.changed({ survey_id, user_ids, sort_order, on_duty }, gone);
      return { data: { id: params.escalationId } };
    },
    { versionOf: 'department_escalations' },
  );
}

async function checkTitle(tx: Tx, scope: ApplicationScope, title: string, exceptId?: number): Promise<void> {
  if (await isTitleTaken(tx, scope.applicationId, title, exceptId))
    throw new Invalid({ title: ['There is a department of this title already.'] });
}
