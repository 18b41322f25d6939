import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { feed } from '../../testing/builders.ts';
import {
  PASSWORD,
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;
let superuser: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
});
beforeEach(async () => {
  hospital = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const as = (user: TestUser) => server.as(user);
let addresses = 0;
const signIn = (username: string, password: string) =>
  server.call({
    method: 'POST',
    url: '/api/login',
    payload: { username, password },
    remoteAddress: `10.8.${(addresses += 1) >> 8}.${addresses & 255}`,
  });
let made = 0;
const aPerson = (more: object = {}) => {
  made += 1;
  return { name: 'Nuala Newcomer', email: `nuala${made}@wardvoice.example`, password: 'rather long to guess', ...more };
};
const permissionId = async (name: string): Promise<number> =>
  (await as(superuser)('GET', `/permissions?term=${name}`)).body.data.find((one: Json) => one.name === name).id;

describe('a new user', () => {
  it('is made in the application, can sign in, and has no permissions', async () => {
    const user = aPerson();
    const seat = { landing_page: '/cases/index', locations: ['ASH'] };
    const { status, body } = await as(admin)('POST', '/users', { user, application_user: seat });
    expect([status, body.data]).toMatchObject([201, { name: 'Nuala Newcomer', super_user: 0, application_user: seat }]);
    expect(JSON.stringify(body)).not.toMatch(/password|argon2/);
    const session = await signIn(user.email, user.password);
    expect([session.status, session.body.permissions]).toEqual([200, []]);
    expect(session.body.application_user).toMatchObject({ ...seat, application: { id: hospital.id } });
  });

  it('is refused by field: no name, no address, an address that is taken, a short password', async () => {
    const empty = await as(admin)('POST', '/users', { user: { name: '', email: 'nuala', password: '' } });
    expect([empty.status, Object.keys(empty.body.errors).sort()]).toEqual([422, ['email', 'name', 'password']]);
    const taken = await as(admin)('POST', '/users', {
      user: aPerson({ email: admin.email.toUpperCase(), password: 'short' }),
    });
    expect([taken.status, Object.keys(taken.body.errors).sort()]).toEqual([422, ['email', 'password']]);
  });

  it('is made once when two administrators make the same at once', async () => {
    const user = aPerson();
    const answers = await Promise.all([1, 2].map(() => as(admin)('POST', '/users', { user })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });
});

describe('the list', () => {
  it('shows the users of the application, and everybody to a superuser who has chosen none', async () => {
    const other = await server.makeUser({ applications: [await server.makeApplication()] });
    const ours = (await as(admin)('GET', '/users?paginate=0')).body.data.map(({ id }: Json) => id);
    expect(ours).toEqual([admin.id]);
    const all = (await as(superuser)('GET', '/users?paginate=0')).body.data.map(({ id }: Json) => id);
    expect(all).toEqual(expect.arrayContaining([admin.id, other.id, superuser.id]));
    expect((await as(admin)('GET', `/users/${other.id}`)).status).toBe(404);
    const unplaced = await server.makeUser({ permissions: ['admin'] });
    expect((await as(unplaced)('GET', '/users')).body.data).toEqual([]);
    expect((await as(unplaced)('POST', '/users', { user: aPerson() })).status).toBe(403);
  });

  it('is searched by name and address, and sorted', async () => {
    await as(admin)('POST', '/users', { user: aPerson({ name: 'Aaron First' }) });
    const names = (query: string) =>
      as(admin)('GET', `/users?${query}`).then(({ body }) => body.data.map(({ name }: Json) => name));
    expect(await names('term=AARON')).toEqual(['Aaron First']);
    expect((await names('sort=name'))[0]).toBe('Aaron First');
    expect(await names('active=0')).toEqual([]);
    expect((await as(admin)('GET', '/users?sort=password_hash')).status).toBe(422);
  });
});

describe('a change', () => {
  it('saves the user and their access to the application', async () => {
    const nurse = await server.makeUser({ applications: [hospital], locations: ['ASH'] });
    const changed = await as(admin)('PUT', `/users/${nurse.id}`, {
      user: { name: 'Robin Renamed', email: 'robin.renamed@wardvoice.example' },
      application_user: { landing_page: '/inbox', locations: ['ASH', 'BIRCH'] },
    });
    expect([changed.status, changed.body.data]).toMatchObject([
      200,
      { name: 'Robin Renamed', application_user: { landing_page: '/inbox', locations: ['ASH', 'BIRCH'] } },
    ]);
    const bad = await as(admin)('PUT', `/users/${nurse.id}`, {
      user: { email: admin.email },
      application_user: { landing_page: 'https://elsewhere.example' },
    });
    expect([bad.status, Object.keys(bad.body.errors)]).toEqual([422, ['application_user.landing_page']]);
    for (const landing_page of ['//elsewhere.example', '/\\elsewhere.example'])
      expect(
        (await as(admin)('PUT', `/users/${nurse.id}`, { user: {}, application_user: { landing_page } })).status,
      ).toBe(422);
    expect((await as(admin)('PUT', `/users/${nurse.id}`, { user: { email: admin.email } })).body.errors).toHaveProperty(
      'email',
    );
  });

  it('by two administrators at once is saved once; the other gets a conflict, and nothing is lost', async () => {
    const nurse = await server.makeUser({ applications: [hospital] });
    const { version } = (await as(admin)('GET', `/users/${nurse.id}`)).body.data;
    const answers = await Promise.all(
      ['First', 'Second'].map((name) => as(admin)('PUT', `/users/${nurse.id}`, { user: { name, version } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const saved = answers.find(({ status }) => status === 200)?.body.data.name;
    expect((await as(admin)('GET', `/users/${nurse.id}`)).body.data.name).toBe(saved);
  });

  it('is in the audit with the values before and after, but never a password', async () => {
    const nurse = await server.makeUser({ applications: [hospital] });
    await as(admin)('PUT', `/users/${nurse.id}`, { user: { name: 'Robin Renamed' } });
    await as(admin)('PUT', `/users/${nurse.id}/reset-password`, { user: { password: 'rather long to guess' } });
    const { data } = (await as(admin)('GET', `/audit?record_type=users&record_id=${nurse.id}`)).body;
    expect(data.map(({ action }: Json) => action)).toEqual(['reset_password', 'update']);
    expect(data[1].details.changes).toEqual({ name: { from: expect.any(String), to: 'Robin Renamed' } });
    expect(JSON.stringify(data)).not.toMatch(/guess|argon2/);
  });
});

describe('a user who is deactivated, deleted or reset', () => {
  it('is signed out at once when deactivated, and can sign in again when reactivated', async () => {
    const nurse = await server.makeUser({ applications: [hospital] });
    if (!server.http.server.listening) await server.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.http.server.address() as AddressInfo;
    const stream = await fetch(`http://127.0.0.1:${port}/api/v1/events`, { headers: nurse.headers });
    const ended = (async () => {
      await stream.text();
      return true;
    })();
    const off = await as(admin)('PUT', `/users/${nurse.id}`, { user: { active: 0 } });
    expect([off.status, off.body.data.deactivated_at]).toEqual([200, expect.any(String)]);
    expect(await ended).toBe(true);
    expect((await as(nurse)('GET', '/session')).status).toBe(401);
    expect((await signIn(nurse.email, PASSWORD)).status).toBe(401);
    await as(admin)('PUT', `/users/${nurse.id}`, { user: { active: 1 } });
    expect((await signIn(nurse.email, PASSWORD)).status).toBe(200);
    // The old session does not return with the user.
    expect((await as(nurse)('GET', '/session')).status).toBe(401);
  }, 10_000);

  it('is not shown anywhere when deleted, and the address is free again', async () => {
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['cases.list'] });
    expect((await as(admin)('DELETE', `/users/${nurse.id}`)).body).toEqual({ data: { id: nurse.id } });
    expect((await as(nurse)('GET', '/session')).status).toBe(401);
    expect((await signIn(nurse.email, PASSWORD)).status).toBe(401);
    for (const reader of [admin, superuser]) expect((await as(reader)('GET', `/users/${nurse.id}`)).status).toBe(404);
    expect((await as(admin)('DELETE', `/users/${nurse.id}`)).status).toBe(404);
    expect((await as(admin)('POST', '/users', { user: aPerson({ email: nurse.email }) })).status).toBe(201);
  });

  it('signs in with the new password after a reset, and not with the old one', async () => {
    const nurse = await server.makeUser({ applications: [hospital] });
    const reset = (password: string) => as(admin)('PUT', `/users/${nurse.id}/reset-password`, { user: { password } });
    expect((await reset('short')).body.errors).toHaveProperty('password');
    expect((await as(nurse)('GET', '/session')).status).toBe(200);
    expect((await reset('rather long to guess')).status).toBe(200);
    expect((await as(nurse)('GET', '/session')).status).toBe(401);
    expect((await signIn(nurse.email, PASSWORD)).status).toBe(401);
    expect((await signIn(nurse.email, 'rather long to guess')).status).toBe(200);
  });
});

describe('applications and permissions of a user', () => {
  it('are assigned from those available, and removed', async () => {
    const nurse = await server.makeUser({ applications: [hospital] });
    const id = await permissionId('cases.list');
    const granted = await as(admin)('POST', `/users/${nurse.id}/permissions`, { permission: { id } });
    expect([granted.status, granted.body.data]).toEqual([201, [{ id, name: 'cases.list', everywhere: false }]]);
    expect(granted.body.available.map((one: Json) => one.name)).not.toContain('cases.list');
    expect((await as(nurse)('GET', '/cases')).status).toBe(200);
    const taken = await as(admin)('DELETE', `/users/${nurse.id}/permissions/${id}`);
    expect([taken.status, taken.body.data]).toEqual([200, []]);
    expect((await as(nurse)('GET', '/cases')).status).toBe(403);
    expect((await as(admin)('DELETE', `/users/${nurse.id}/permissions/${id}`)).status).toBe(404);
    expect((await as(admin)('POST', `/users/${nurse.id}/permissions`, { permission: { id: 999_999 } })).status).toBe(
      422,
    );

    const other = await server.makeApplication();
    const added = await as(superuser)('POST', `/users/${nurse.id}/applications`, { application: { id: other.id } });
    expect([added.status, added.body.data.map((one: Json) => one.id)]).toEqual([201, [hospital.id, other.id]]);
    const removed = await as(superuser)('DELETE', `/users/${nurse.id}/applications/${hospital.id}`);
    expect(removed.body.data.map((one: Json) => one.id)).toEqual([other.id]);
    expect(
      (await as(superuser)('POST', `/users/${nurse.id}/applications`, { application: { id: 999_999 } })).status,
    ).toBe(422);
  });

  it('are not shown for applications that the administrator does not belong to', async () => {
    const nurse = await server.makeUser({
      applications: [hospital, await server.makeApplication({ title: 'Elsewhere' })],
    });
    const { body } = await as(admin)('GET', `/users/${nurse.id}/applications`);
    expect(body.data.map((one: Json) => one.id)).toEqual([hospital.id]);
    expect(JSON.stringify(body)).not.toContain('Elsewhere');
  });
});

describe('nobody', () => {
  it('can grant permissions that they do not have', async () => {
    const manager = await server.makeUser({
      applications: [hospital],
      permissions: ['users.view', 'users.update', 'cases.list'],
    });
    const nurse = await server.makeUser({ applications: [hospital] });
    const { available } = (await as(manager)('GET', `/users/${nurse.id}/permissions`)).body;
    expect(available.map((one: Json) => one.name).sort()).toEqual(['cases.list', 'users.update', 'users.view']);
    for (const name of ['admin', 'messages.list']) {
      const permission = { id: await permissionId(name) };
      expect((await as(manager)('POST', `/users/${nurse.id}/permissions`, { permission })).status).toBe(403);
    }
    expect((await as(admin)('PUT', `/users/${nurse.id}`, { user: { super_user: 1 } })).status).toBe(403);
    expect((await as(admin)('POST', '/users', { user: aPerson({ super_user: 1 }) })).status).toBe(403);
  });

  it('can take over a user who has more permissions, belongs to other applications, or is a superuser', async () => {
    const manager = await server.makeUser({
      applications: [hospital],
      permissions: ['users.view', 'users.update', 'users.delete'],
    });
    const elsewhere = await server.makeUser({ applications: [hospital, await server.makeApplication()] });
    const boss = await server.makeUser({ applications: [hospital], superUser: true });
    for (const [caller, target] of [
      [manager, admin],
      [admin, elsewhere],
      [admin, boss],
    ] as const) {
      const password = { user: { password: 'rather long to guess' } };
      expect((await as(caller)('PUT', `/users/${target.id}/reset-password`, password)).status).toBe(403);
      expect(
        (await as(caller)('PUT', `/users/${target.id}`, { user: { email: 'mine@wardvoice.example' } })).status,
      ).toBe(403);
      expect((await as(caller)('DELETE', `/users/${target.id}`)).status).toBe(403);
      expect((await as(caller)('GET', `/users/${target.id}`)).body.data.may_manage).toBe(false);
    }
    // The administrator may still change the user's access to the administrator's own application.
    const seat = { application_user: { locations: ['ASH'] } };
    expect((await as(admin)('PUT', `/users/${elsewhere.id}`, { user: {}, ...seat })).status).toBe(200);
    expect((await as(admin)('DELETE', `/users/${elsewhere.id}/applications/${hospital.id}`)).status).toBe(200);
    expect((await as(manager)('DELETE', `/users/${admin.id}/applications/${hospital.id}`)).status).toBe(403);
  });

  it('can give others, or themselves, wards that they do not see', async () => {
    const ward = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['ASH'] });
    for (const locations of [[], ['BIRCH'], ['ASH', 'BIRCH']]) {
      const seat = { application_user: { locations } };
      const own = await as(ward)('PUT', `/users/${ward.id}`, { user: {}, ...seat });
      expect([own.status, Object.keys(own.body.errors)]).toEqual([422, ['application_user.locations']]);
      expect((await as(ward)('POST', '/users', { user: aPerson(), ...seat })).status).toBe(422);
    }
    expect(
      (await as(ward)('POST', '/users', { user: aPerson(), application_user: { locations: ['ASH'] } })).status,
    ).toBe(201);
    expect((await as(ward)('PUT', `/users/${admin.id}`, { user: { name: 'Mine' } })).status).toBe(403);
  });

  it('can remove their own access by mistake', async () => {
    for (const [method, path, body] of [
      ['DELETE', `/users/${admin.id}`, undefined],
      ['PUT', `/users/${admin.id}`, { user: { active: 0 } }],
      ['DELETE', `/users/${admin.id}/applications/${hospital.id}`, undefined],
      ['DELETE', `/users/${admin.id}/permissions/${await permissionId('admin')}`, undefined],
    ] as const)
      expect([method, path, (await as(admin)(method, path, body)).status]).toEqual([method, path, 409]);
    expect((await as(admin)('GET', '/users')).status).toBe(200);
  });

  it('can remove the last active superuser, not even two superusers who do it to each other at once', async () => {
    const alone = await startTestServer();
    try {
      const [one, two] = [await alone.makeUser({ superUser: true }), await alone.makeUser({ superUser: true })];
      const demote = (by: TestUser, whom: TestUser) =>
        alone.call({
          method: 'PUT',
          url: `/api/v1/users/${whom.id}`,
          headers: by.headers,
          payload: { user: { super_user: 0 } },
        });
      const answers = await Promise.all([demote(one, two), demote(two, one)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const last = answers[0]?.status === 200 ? one : two;
      const others = await alone.makeUser({ superUser: true });
      expect((await demote(others, last)).status).toBe(200);
      expect((await demote(others, others)).status).toBe(409);
      const gone = await alone.call({ method: 'DELETE', url: `/api/v1/users/${others.id}`, headers: others.headers });
      expect(gone.status).toBe(409);
    } finally {
      await alone.stop();
    }
  });
});

describe('wards to choose from', () => {
  it('are those of messages, or the caller’s own', async () => {
    await feed(
      server,
      hospital,
      { event: 'A01', ward: 'BIRCH' },
      { event: 'A01', ward: 'ASH' },
      { event: 'A01', ward: 'ASH' },
    );
    await feed(server, await server.makeApplication(), { event: 'A01', ward: 'THEIRS' });
    expect((await as(admin)('GET', '/wards')).body.data).toEqual(['ASH', 'BIRCH']);
    const ward = await server.makeUser({ applications: [hospital], permissions: ['users.view'], locations: ['BIRCH'] });
    expect((await as(ward)('GET', '/wards')).body.data).toEqual(['BIRCH']);
    expect((await as(superuser)('GET', '/wards')).status).toBe(409);
  });
});

describe('a form about a user', () => {
  it('may be sent back unchanged, also by a superuser who has chosen no application', async () => {
    const { id } = (await as(admin)('POST', '/users', { user: aPerson() })).body.data;
    const { application_user, ...user } = (await as(superuser)('GET', `/users/${id}`)).body.data;
    expect(application_user).toBeNull();
    const saved = await as(superuser)('PUT', `/users/${id}`, {
      user: { ...user, name: 'Nuala Known' },
      application_user,
    });
    expect([saved.status, saved.body.data.name]).toEqual([200, 'Nuala Known']);
  });
});
