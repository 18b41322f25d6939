import { permissions } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import {
  deletePermission,
  getPermission,
  insertPermission,
  isNameTaken,
  listHolders,
  listPermissions,
  listRolesWith,
  lockPermission,
  renamePermission,
} from './permissions.queries.ts';

/** Permissions belong to no application, so superusers see them whatever application they have chosen. */
const seesAll = { seesAll: true };

type Row = Awaited<ReturnType<typeof listPermissions>>['data'][number];
const COLUMNS = {
  id: (row: Row) => row.id,
  name: (row: Row) => row.name,
  built_in: (row: Row) => row.built_in,
  users: (row: Row) => row.users_count,
};

export function permissionRoutes(routes: Routes): void {
  route(routes, permissions.listPermissions, ({ tx, query }) => listPermissions(tx, query), seesAll);
  csvRoute(routes, permissions.listPermissions, COLUMNS, ({ tx, query }) => listPermissions(tx, query), seesAll);

  route(
    routes,
    permissions.getPermission,
    async ({ tx, params }) => {
      const found = await getPermission(tx, params.id);
      const allows = routes.endpoints
        .filter(({ access }) => typeof access === 'object' && access.permission === found.name)
        .map(({ method, path, summary }) => ({ method, path, summary }));
      return {
        data: { ...found, allows, roles: await listRolesWith(tx, found.id), holders: await listHolders(tx, found.id) },
      };
    },
    seesAll,
  );

  route(
    routes,
    permissions.createPermission,
    async ({ tx, body, note }) => {
      const { name } = body.permission;
      await checkName(tx, name);
      const id = await insertPermission(tx, name);
      note.changed({}, { name });
      return { data: await getPermission(tx, id) };
    },
    seesAll,
  );

  route(
    routes,
    permissions.updatePermission,
    async ({ tx, params, body, note }) => {
      const { name, version } = body.permission;
      const stored = await lockPermission(tx, params.id);
      refuseBuiltIn(stored);
      checkVersion(stored.version, version);
      await checkName(tx, name, params.id);
      await renamePermission(tx, params.id, name);
      note.changed(stored, { name });
      return { data: await getPermission(tx, params.id) };
    },
    seesAll,
  );

  route(
    routes,
    permissions.deletePermission,
    async ({ tx, params, note }) => {
      const stored = await lockPermission(tx, params.id);
      refuseBuiltIn(stored);
      await deletePermission(tx, params.id);
      note.changed({ name: stored.name }, { name: null });
      return { data: { id: params.id } };
    },
    { ...seesAll, versionOf: 'permissions' },
  );
}

function refuseBuiltIn({ name, built_in }: { name: string; built_in: boolean }): void {
  if (built_in)
    throw new Conflict(`${name} is built in: the program itself checks it. It can be neither renamed nor deleted.`);
}

async function checkName(tx: Tx, name: string, exceptId?: number): Promise<void> {
  if (await isNameTaken(tx, name, exceptId))
    throw new Invalid({ name: ['There is a permission of this name already.'] });
}
