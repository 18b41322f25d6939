import { users } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { endWaysIn } from '../credentials/index.ts';
import { listTitlesOf } from './access.queries.ts';
import {
  addApplication,
  addPermission,
  readApplications,
  readPermissions,
  removeApplication,
  removePermission,
} from './change-access.ts';
import { checkPassword } from './check-password.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { hashPassword } from './ensure-first-superuser.ts';
import { checkMayManage } from './may-manage.ts';
import { listUsers, listWards, lockPerson, updateUserColumns } from './people.queries.ts';
import { readUser } from './read-user.ts';
import { updateUser, updateWards } from './update-user.ts';

/** A user may belong to several applications, so these transactions see all, and the queries decide who is shown. */
const seesAll = { seesAll: true };

type Row = Awaited<ReturnType<typeof listUsers>>['data'][number];
const COLUMNS = {
  id: (row: Row) => row.id,
  name: (row: Row) => row.name,
  email: (row: Row) => row.email,
  super_user: (row: Row) => row.super_user,
  deactivated_at: (row: Row) => row.deactivated_at,
  last_seen_at: (row: Row) => row.last_seen_at,
  permissions: (row: Row) => row.permissions_count,
  role: (row: Row) => row.role_name,
};

export function userRoutes(routes: Routes, ctx: Context): void {
  route(routes, users.listUsers, ({ tx, scope, query }) => listUsers(tx, scope, query), seesAll);
  csvRoute(routes, users.listUsers, COLUMNS, ({ tx, scope, query }) => listUsers(tx, scope, query), seesAll);
  route(
    routes,
    users.listWards,
    async ({ tx, scope, session, query }) => {
      const applicationId = query.application_id ?? scope.applicationId;
      if (typeof applicationId !== 'number') throw new Conflict('Choose an application first.');
      if (applicationId !== scope.applicationId && session.super_user !== 1) throw new NotFound('This application');
      return { data: scope.locations.length > 0 ? [...scope.locations] : await listWards(tx, applicationId) };
    },
    seesAll,
  );
  route(routes, users.getUser, async (call) => ({ data: await readUser(call.tx, call, call.params.id) }), seesAll);

  route(
    routes,
    users.createUser,
    async (call) => {
      const { tx, body, note } = call;
      const id = await createUser(tx, call, body);
      note.changed({}, { name: body.user.name, email: body.user.email, super_user: body.user.super_user ?? 0 });
      return { data: await readUser(tx, call, id) };
    },
    seesAll,
  );

  route(
    routes,
    users.updateUser,
    async (call) => {
      const { tx, params, body } = call;
      await updateUser(tx, call, params.id, body, ctx.clock());
      return { data: await readUser(tx, call, params.id) };
    },
    seesAll,
  );

  route(
    routes,
    users.deleteUser,
    async (call) => {
      await deleteUser(call.tx, call, call.params.id, ctx.clock());
      return { data: { id: call.params.id } };
    },
    { ...seesAll, versionOf: 'users' },
  );

  route(
    routes,
    users.resetPassword,
    async (call) => {
      const { tx, scope, session, params, body } = call;
      const person = await lockPerson(tx, scope, params.id);
      await checkMayManage(tx, session, person);
      checkVersion(person.version, body.user.version);
      const wrong = checkPassword(body.user.password, {
        ...person,
        applications: await listTitlesOf(tx, person.id),
      });
      if (wrong.length > 0) throw new Invalid({ password: wrong });
      await updateUserColumns(tx, params.id, { password_hash: await hashPassword(body.user.password) });
      await endWaysIn(tx, params.id, ctx.clock());
      return { data: await readUser(tx, call, params.id) };
    },
    seesAll,
  );

  route(routes, users.listUserApplications, (call) => readApplications(call.tx, call, call.params.id), seesAll);
  route(
    routes,
    users.addUserApplication,
    (call) => addApplication(call.tx, call, call.params.id, call.body.application.id),
    seesAll,
  );
  route(
    routes,
    users.removeUserApplication,
    (call) => removeApplication(call.tx, call, call.params.id, call.params.applicationId),
    seesAll,
  );
  route(
    routes,
    users.updateUserApplication,
    async (call) => {
      await updateWards(call.tx, call, call.params, call.body.application_user);
      return readApplications(call.tx, call, call.params.id);
    },
    seesAll,
  );
  route(routes, users.listUserPermissions, (call) => readPermissions(call.tx, call, call.params.id), seesAll);
  route(
    routes,
    users.addUserPermission,
    (call) => addPermission(call.tx, call, call.params.id, call.body.permission.id),
    seesAll,
  );
  route(
    routes,
    users.removeUserPermission,
    (call) => removePermission(call.tx, call, call.params.id, call.params.permissionId),
    seesAll,
  );
}
