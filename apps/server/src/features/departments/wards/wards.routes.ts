import { wardDepartments } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import { route, type Routes } from '../../../platform/http/route.ts';
import { listWards } from '../../users/index.ts';
import { updateWardDepartments } from './update-ward-departments.ts';
import { listWardDepartments } from './wards.queries.ts';

export function wardDepartmentRoutes(routes: Routes, ctx: Context): void {
  route(routes, wardDepartments.listWardDepartments, async ({ tx, scope }) => {
    const wards = await listWards(tx, scope.applicationId);
    const data = await listWardDepartments(tx, scope, wards, ctx.clock());
    return { data, without_department: data.filter(({ department_id }) => department_id === null).length };
  });

  route(routes, wardDepartments.updateWardDepartments, async ({ tx, scope, body, note }) => {
    const { before, after } = await updateWardDepartments(tx, scope, body.wards);
    note.changed(before, after);
    return { data: { changed: Object.keys(after).length } };
  });
}
