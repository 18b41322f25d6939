import { duty } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Invalid, NotFound } from '../../platform/errors.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { departmentExists } from '../departments/index.ts';
import { absenceRoutes } from './absences.routes.ts';
import { listMembers } from './members.queries.ts';
import {
  deleteShift,
  findTimeZone,
  getShift,
  insertShift,
  listOnDuty,
  listShifts,
  lockShift,
  setShift,
} from './shifts.queries.ts';

export function dutyRoutes(routes: Routes, ctx: Context): void {
  absenceRoutes(routes, ctx);

  route(routes, duty.listShifts, async ({ tx, scope, params }) => {
    await checkDepartment(tx, scope, params.id);
    const { applicationId } = scope;
    return {
      data: await listShifts(tx, applicationId, params.id),
      on_duty: { people: await listOnDuty(tx, applicationId, params.id, ctx.clock()) },
      time_zone: await findTimeZone(tx, applicationId),
    };
  });

  route(routes, duty.getOnDuty, async ({ tx, scope, params }) => {
    await checkDepartment(tx, scope, params.id);
    return { data: { people: await listOnDuty(tx, scope.applicationId, params.id, ctx.clock()) } };
  });

  route(routes, duty.createShift, async ({ tx, scope, params, body, note }) => {
    const { applicationId } = scope;
    await checkDepartment(tx, scope, params.id);
    // Two at once could pass the limit together.
    await lockFor(tx, `duty_shifts:${params.id}`);
    if ((await listShifts(tx, applicationId, params.id)).length >= duty.MAX_SHIFTS)
      throw new Invalid({ weekday: [`A rota has at most ${duty.MAX_SHIFTS} shifts.`] });
    const fields = await checkShift(tx, applicationId, body.duty_shift);
    const id = await insertShift(tx, applicationId, params.id, fields);
    note.changed({}, fields);
    return { data: await getShift(tx, applicationId, params.id, id) };
  });

  route(routes, duty.updateShift, async ({ tx, scope, params, body, note }) => {
    const { applicationId } = scope;
    const { version, ...wanted } = body.duty_shift;
    const stored = await lockShift(tx, applicationId, params.id, params.shiftId);
    checkVersion(stored.version, version);
    const fields = await checkShift(tx, applicationId, wanted);
    await setShift(tx, applicationId, params.shiftId, fields);
    note.changed(stored, fields);
    return { data: await getShift(tx, applicationId, params.id, params.shiftId) };
  });

  route(
    routes,
    duty.deleteShift,
    async ({ tx, scope, params, note }) => {
      const { version: _, ...stored } = await lockShift(tx, scope.applicationId, params.id, params.shiftId);
      await deleteShift(tx, scope.applicationId, params.shiftId);
      note.changed(stored, { weekday: null, starts: null, ends: null, user_ids: null });
      return { data: { id: params.shiftId } };
    },
    { versionOf: 'duty_shifts' },
  );
}

async function checkDepartment(tx: Tx, { applicationId }: ApplicationScope, id: number): Promise<void> {
  if (!(await departmentExists(tx, applicationId, id))) throw new NotFound('This department');
}

/** Checks that the people belong to the application, because nobody else could be notified. */
async function checkShift(tx: Tx, applicationId: number, fields: duty.ShiftFields): Promise<duty.ShiftFields> {
  const user_ids = [...new Set(fields.user_ids)];
  const members = await listMembers(tx, applicationId, user_ids);
  if (members.length < user_ids.length)
    throw new Invalid({ user_ids: ['Somebody chosen is not active in this application any more. Choose again.'] });
  return { ...fields, user_ids };
}
