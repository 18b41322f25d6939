import { roles as contract, type Permission } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { refreshBuiltInRoles } from './refresh-built-in-roles.ts';

let server: TestServer;
let hospital: TestApplication;
let neighbour: TestApplication;
let admin: TestUser;
let superuser: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await server.makeApplication();
  neighbour = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());

const as = (user: TestUser) => server.as(user);

let made = 0;
async function makeRole(permissions: Permission[], by = admin): Promise<{ id: number; name: string; version: number }> {
  const name = `Role ${(made += 1)}`;
  const { status, body } = await as(by)('POST', '/roles', { role: { name, permissions } });
  expect(status).toBe(201);
  return body.data;
}

const roleId = async (key: string): Promise<number> => {
  const wanted = contract.BUILT_IN_ROLES.find((role) => role.key === key)?.name;
  const { body } = await as(admin)('GET', '/roles?paginate=0');
  return body.data.find(({ name }: { name: string }) => name === wanted).id;
};

const give = (by: TestUser, to: TestUser, role_id: number | null) =>
  as(by)('PUT', `/users/${to.id}`, { user: {}, application_user: { role_id } });
const permissionsOf = async (user: TestUser): Promise<string[]> =>
  (await as(user)('GET', '/session')).body.permissions.toSorted((a: string, b: string) => a.localeCompare(b));

describe('the roles that are built in', () => {
  it('are in every application, and cannot be changed or deleted', async () => {
    const { body } = await as(admin)('GET', '/roles?paginate=0');
    const builtIn = body.data.filter((role: Json) => role.built_in);
    expect(builtIn.map(({ name }: Json) => name).toSorted()).toEqual(
      contract.BUILT_IN_ROLES.map(({ name }) => name).toSorted(),
    );
    const [{ id }] = builtIn;
    expect((await as(admin)('PUT', `/roles/${id}`, { role: { permissions: ['admin'] } })).status).toBe(409);
    expect((await as(admin)('DELETE', `/roles/${id}`)).status).toBe(409);
  });

  it('let an integration engineer see the messages that failed, and a nurse not', async () => {
    const engineer = await server.makeUser({ applications: [hospital] });
    const nurse = await server.makeUser({ applications: [hospital] });
    await give(admin, engineer, await roleId('integration_engineer'));
    await give(admin, nurse, await roleId('ward_nurse'));
    for (const path of ['/hl7_messages/errors', '/hl7_messages/errors/causes']) {
      expect((await as(engineer)('GET', path)).status).toBe(200);
      expect((await as(nurse)('GET', path)).status).toBe(403);
    }
  });

  it('become what the program says of them when it starts, and people keep them', async () => {
    const id = await roleId('ward_nurse');
    const nurse = await server.makeUser({ applications: [hospital], role: 'ward_nurse' });
    await server.ctx.db.transaction(systemScope('example'), async (tx) => {
      await tx.deleteFrom('role_permissions').where('role_id', '=', id).execute();
      await tx.updateTable('roles').set({ name: 'Of an earlier version' }).where('id', '=', id).execute();
      await refreshBuiltInRoles(tx);
      await refreshBuiltInRoles(tx);
    });
    const wanted = contract.BUILT_IN_ROLES.find(({ key }) => key === 'ward_nurse')?.permissions ?? [];
    expect(await permissionsOf(nurse)).toEqual(wanted.toSorted((a, b) => a.localeCompare(b)));
    expect(await roleId('ward_nurse')).toBe(id);
  });
});

describe('a role', () => {
  it('says what its people may do in that application only, from their next call on', async () => {
    const nurse = await server.makeUser({ applications: [hospital, neighbour] });
    const role = await makeRole(['departments.list']);
    expect((await as(nurse)('GET', '/departments')).status).toBe(403);
    const { status, body } = await give(admin, nurse, role.id);
    expect([status, body.data.application_user.role]).toEqual([200, { id: role.id, name: role.name }]);
    expect((await as(nurse)('GET', '/departments')).status).toBe(200);
    await as(admin)('PUT', `/roles/${role.id}`, { role: { permissions: ['categories.list'] } });
    expect([(await as(nurse)('GET', '/departments')).status, (await as(nurse)('GET', '/categories')).status]).toEqual([
      403, 200,
    ]);
    await as(nurse)('PUT', '/session/application', { application_id: neighbour.id });
    expect((await as(nurse)('GET', '/categories')).status).toBe(403);
    await as(nurse)('PUT', '/session/application', { application_id: hospital.id });
    expect((await give(admin, nurse, null)).status).toBe(200);
    expect((await as(nurse)('GET', '/categories')).status).toBe(403);
  });

  it('is of one application: the neighbour neither sees it nor gives it', async () => {
    const role = await makeRole(['departments.list']);
    const other = await server.makeUser({ applications: [neighbour], permissions: ['admin'] });
    const theirNurse = await server.makeUser({ applications: [neighbour] });
    const { body } = await as(other)('GET', '/roles?paginate=0');
    expect(body.data.some(({ id }: Json) => id === role.id)).toBe(false);
    expect((await as(other)('PUT', `/roles/${role.id}`, { role: { name: 'Taken' } })).status).toBe(404);
    const { status, body: refused } = await give(other, theirNurse, role.id);
    expect([status, Object.keys(refused.errors)]).toEqual([422, ['application_user.role_id']]);
  });

  it('is made of permissions that its maker has, and of no others', async () => {
    const maker = await server.makeUser({ applications: [hospital], permissions: ['roles.update', 'users.view'] });
    const make = (permissions: string[]) => as(maker)('POST', '/roles', { role: { name: 'More', permissions } });
    expect((await make(['audit.list'])).status).toBe(403);
    expect((await make(['admin'])).status).toBe(403);
    expect((await make(['never.heard-of'])).body.errors).toHaveProperty('permissions');
    expect((await make([])).status).toBe(422);
    const small = await makeRole(['users.view'], maker);
    expect((await as(maker)('PUT', `/roles/${small.id}`, { role: { permissions: ['audit.list'] } })).status).toBe(403);
    const large = await makeRole(['audit.list']);
    expect((await as(maker)('PUT', `/roles/${large.id}`, { role: { name: 'Small' } })).status).toBe(403);
    expect((await as(maker)('DELETE', `/roles/${large.id}`)).status).toBe(403);
    expect((await as(maker)('DELETE', `/roles/${small.id}`)).status).toBe(200);
  });

  it('is given by somebody who has its permissions, to somebody who has no others', async () => {
    const manager = await server.makeUser({
      applications: [hospital],
      permissions: ['users.view', 'users.update', 'users.create', 'departments.list'],
    });
    const [nurse, auditor] = [
      await server.makeUser({ applications: [hospital] }),
      await server.makeUser({ applications: [hospital], role: 'auditor' }),
    ];
    const role = await makeRole(['departments.list']);
    expect((await give(manager, nurse, await roleId('administrator'))).status).toBe(422);
    expect((await give(manager, nurse, role.id)).status).toBe(200);
    expect((await give(manager, auditor, role.id)).status).toBe(403);
    const user = { name: 'New', email: 'with-a-role@wardvoice.example', password: 'some words to keep' };
    const create = (role_id: number) => as(manager)('POST', '/users', { user, application_user: { role_id } });
    const refused = await create(await roleId('administrator'));
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['application_user.role_id']]);
    expect((await create(role.id)).body.data).toMatchObject({ role_name: role.name, permissions_count: 1 });
  });

  it('is nobody’s own to change', async () => {
    const role = await makeRole(['users.view', 'users.update', 'roles.update']);
    const holder = await server.makeUser({ applications: [hospital] });
    await give(admin, holder, role.id);
    expect((await as(holder)('PUT', `/roles/${role.id}`, { role: { name: 'Mine' } })).status).toBe(409);
    expect((await give(holder, holder, null)).status).toBe(409);
  });

  it('that people have is not deleted, also when it is given at that very time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [role, nurse] = [await makeRole(['departments.list']), await server.makeUser({ applications: [hospital] })];
      const [given, deleted] = await Promise.all([
        give(admin, nurse, role.id),
        as(admin)('DELETE', `/roles/${role.id}`),
      ]);
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([given.status, deleted.status]);
    }
  });

  it('is found by its people, who lose nothing but the role when it is taken', async () => {
    const role = await makeRole(['departments.list']);
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['categories.list'] });
    await give(admin, nurse, role.id);
    const { body } = await as(admin)('GET', `/users?role_id=${role.id}`);
    expect(body.data.map(({ id, role_name, permissions_count }: Json) => [id, role_name, permissions_count])).toEqual([
      [nurse.id, role.name, 2],
    ]);
    expect((await as(admin)('GET', `/roles/${role.id}`)).body.data.users_count).toBe(1);
    await give(admin, nurse, null);
    expect(await permissionsOf(nurse)).toEqual(['categories.list']);
  });

  it('has one name in an application, whatever its letters, and the versions of two who change it are told apart', async () => {
    const { id, name, version } = await makeRole(['departments.list']);
    const again = () =>
      as(admin)('POST', '/roles', { role: { name: name.toUpperCase(), permissions: ['users.view'] } });
    expect((await again()).body.errors).toHaveProperty('name');
    const twice = await Promise.all(
      [1, 2].map(() => as(admin)('POST', '/roles', { role: { name: 'At once', permissions: ['users.view'] } })),
    );
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    expect((await as(admin)('PUT', `/roles/${id}`, { role: { permissions: ['users.view'], version } })).status).toBe(
      200,
    );
    expect((await as(admin)('PUT', `/roles/${id}`, { role: { name: 'Late', version } })).status).toBe(409);
  });

  it('is only the built-in ones to a superuser who has chosen no application', async () => {
    const own = await makeRole(['departments.list']);
    const { body } = await as(superuser)('GET', '/roles?paginate=0');
    expect(body.data.every((role: Json) => role.built_in)).toBe(true);
    expect((await as(superuser)('GET', `/roles/${own.id}`)).status).toBe(404);
  });
});
