import { roles } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Conflict, Forbidden, Invalid } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import { announceAccess } from '../sessions/index.ts';
import { mayAll } from './may-give-role.ts';
import {
  deleteRole,
  getRole,
  hasRole,
  insertRole,
  isNameTaken,
  listRoles,
  lockRole,
  setPermissions,
  updateRole,
  type RoleRecord,
} from './roles.queries.ts';

/** Who has a role in other applications is counted for superusers without an application, so these see all. */
const seesAll = { seesAll: true };

const COLUMNS = {
  id: (row: RoleRecord) => row.id,
  name: (row: RoleRecord) => row.name,
  description: (row: RoleRecord) => row.description,
  built_in: (row: RoleRecord) => row.built_in,
  two_step_required: (row: RoleRecord) => row.two_step_required,
  permissions: (row: RoleRecord) => row.permissions.join(' '),
  users: (row: RoleRecord) => row.users_count,
};

export function roleRoutes(routes: Routes): void {
  route(routes, roles.listRoles, ({ tx, scope, query }) => listRoles(tx, scope, query), seesAll);
  csvRoute(routes, roles.listRoles, COLUMNS, ({ tx, scope, query }) => listRoles(tx, scope, query), seesAll);

  route(
    routes,
    roles.getRole,
    async ({ tx, scope, params }) => ({ data: await getRole(tx, scope, params.id) }),
    seesAll,
  );

  route(routes, roles.createRole, async ({ tx, scope, session, body, note }) => {
    const { permissions, ...columns } = body.role;
    await checkName(tx, scope.applicationId, columns.name);
    const id = await insertRole(tx, scope.applicationId, columns);
    await grant(tx, session, id, permissions);
    note.changed({}, body.role);
    return { data: await getRole(tx, scope, id) };
  });

  route(routes, roles.updateRole, async ({ tx, scope, session, params, body, note }) => {
    const { version, ...changes } = body.role;
    const stored = await lockRole(tx, scope, params.id);
    checkMayChange(session, stored);
    checkVersion(stored.version, version);
    if (session.super_user !== 1 && (await hasRole(tx, { ...scope, userId: session.userId }, params.id)))
      throw new Conflict(OWN_ROLE);
    const { name = stored.name, description = stored.description, permissions } = changes;
    const { two_step_required = stored.two_step_required } = changes;
    await checkName(tx, scope.applicationId, name, params.id);
    await updateRole(tx, params.id, { name, description, two_step_required });
    if (permissions) await grant(tx, session, params.id, permissions);
    await announceAccess(tx);
    note.changed(stored, changes);
    return { data: await getRole(tx, scope, params.id) };
  });

  route(
    routes,
    roles.deleteRole,
    async ({ tx, scope, session, params, note }) => {
      const stored = await lockRole(tx, scope, params.id);
      checkMayChange(session, stored);
      if (stored.users_count > 0) throw new Conflict(HELD);
      await deleteRole(tx, params.id);
      note.changed({ name: stored.name, permissions: stored.permissions }, { name: null, permissions: null });
      return { data: { id: params.id } };
    },
    { versionOf: 'roles' },
  );
}

const HELD = 'People have this role. Give them another one first.';
const OWN_ROLE = 'This is your own role. Ask somebody else to change it.';

/** Throws for a role that is built in, and for one with permissions that the caller does not have. */
function checkMayChange(session: Session, { name, built_in, permissions }: RoleRecord): void {
  if (built_in) throw new Conflict(`${name} is built in, and the same everywhere. Make a role of your own from it.`);
  if (!mayAll(session, permissions))
    throw new Forbidden('This role has permissions that you do not have. Ask somebody who has them.');
}

async function checkName(tx: Tx, applicationId: number, name: string, exceptId?: number): Promise<void> {
  if (await isNameTaken(tx, applicationId, name, exceptId))
    throw new Invalid({ name: ['There is a role of this name already.'] });
}

/** Gives the role its permissions. Nobody can put in what they do not have. */
async function grant(tx: Tx, session: Session, id: number, permissions: readonly string[]): Promise<void> {
  const unknown = await setPermissions(tx, id, permissions);
  if (unknown.length > 0) throw new Invalid({ permissions: [`There is no permission ${unknown.join(', ')}.`] });
  if (!mayAll(session, permissions))
    throw new Forbidden('You can only put permissions into a role that you have yourself.');
}
